import type { Field, Text } from '../fields/type/field.ts';
import type { ProblemParams } from '../fields/problems/problem.ts';
import type { Action } from './settings/actions.ts';
import type { Card } from './settings/cards.ts';
import type { DeclaredFilter } from './filter/declared-filter.ts';
import type { Page } from './settings/pages.ts';
import type { PublicForm } from './settings/public-settings.ts';
import type {
  descriptorSettings,
  DescriptorSource,
  groupSettings,
  roleSettings,
} from './settings/descriptor-settings.ts';
import type { FieldStates } from './rules/states.ts';
import type { Lookups } from './lookups.ts';
import type { childSettings, resourceSettings } from './settings/resource-settings.ts';
import type { Rules } from './rules/rules.ts';
import type { TargetFilter } from './rules/target-filters.ts';
import type { WithDefaults } from './settings/settings.ts';
import type { KeyPart, TitleGroup } from './title.ts';
import type { Tree } from './tree.ts';
import type { DeclaredView } from './settings/views.ts';

export const operations = [
  'list',
  'read',
  'create',
  'update',
  'delete',
  'export',
  'import',
  'history',
  'restore',
  'comment',
] as const;
export type Operation = (typeof operations)[number];

/**
 * The operations that can be limited to some records; an import obeys `create` and `update`, a restore `update`, and
 * comments belong to the records that one sees.
 */
export type RowOperation = Exclude<Operation, 'import' | 'history' | 'restore' | 'comment'>;

type Role = WithDefaults<
  typeof roleSettings,
  {
    name: string;
    label: Text;
    /** The role of visitors without an account. It does not see the stamps, which reveal who works here and when. */
    anonymous?: boolean;
    /** For the caller with an API key: what the key may do of all that the role may. */
    narrowing?: Narrowing;
  }
>;

/** What an API key leaves of the rights of a role. A resource without a grant does not exist for it. */
export type Narrowing = {
  /** The descriptor in which the role has all its rights. */
  of: Descriptor;
  grants: ReadonlyMap<
    Resource,
    { operations: ReadonlySet<Operation>; fields?: ReadonlySet<string>; filter?: DeclaredFilter }
  >;
  /** The params that name the key in problems. */
  named: ProblemParams;
};

type Declared = WithDefaults<typeof descriptorSettings>;

export type App = Omit<Declared['app'], 'pages' | 'dashboard' | 'timeZone'> & {
  timeZone: string;
  pages: readonly Page[];
  /** Empty: the default dashboard. */
  dashboard: readonly Card[];
};

type Group = WithDefaults<typeof groupSettings>;

/** A page of the product that a menu group can have. */
export type BuiltInPage = Group['builtIn'][number];

/** The filters that limit operations to some records; an operation without one is not limited. */
export type RowRights = Readonly<Partial<Record<RowOperation, DeclaredFilter>>>;

/** A list on the page of a record. It shows the records of `resource` whose `field` refers to that record. */
export type Child = WithDefaults<typeof childSettings>;

/** One entry of `resources.json`, every default filled in. */
export type Resource = WithDefaults<
  typeof resourceSettings,
  Rules & {
    name: string;
    /** That of the app, in which the days of moments begin. */
    timeZone: string;
    root: string;
    path: string;
    label: Text;
    /** The fields that identify a record in files; `_id` without a declared key. */
    importKey: readonly string[];
    /** The same; references in it are resolved. */
    keyParts: readonly KeyPart[];
    /** The template of a record's title, `{commonName} ({casId})`; see `title.ts`. */
    title: string;
    /** The parts of that title; those of references are resolved. */
    titleParts: readonly TitleGroup[];
    /** The tree that its records form. */
    tree?: Tree;
    children: readonly Child[];
    fields: ReadonlyMap<string, Field>;
    /** Fields of other resources behind references, by path: `chem.commonName`; read-only and only returned on request. */
    through: Lookups;
    /** Which records the references may refer to, by field; those without a filter are left out. */
    targetFilters: ReadonlyMap<string, TargetFilter>;
    list: ListSettings;
    form: readonly { label: Text; fields: readonly string[] }[];
    /** The fields under the title of a record. */
    head: readonly string[];
    /** Whether the page of a record shows its sections below each other or one at a time. */
    layout: 'sections' | 'tabs';
    views: readonly DeclaredView[];
    /** The declared actions, then the transitions between states. */
    actions: readonly Action[];
    /** The fields whose values are states of the record. */
    states: ReadonlyMap<string, FieldStates>;
    permissions: Readonly<Record<string, readonly Operation[]>>;
    /** The filters for the records of each role; see `row-filters.ts`. */
    rowRights: Readonly<Record<string, RowRights>>;
    /** The published fields, counts among them. */
    publicFields: readonly string[];
    /** Those that count records which are not published. */
    publicCounts: readonly string[];
    /** The published records; absent: all. */
    publicRows?: DeclaredFilter;
    publicForm?: PublicForm;
  }
>;

type DeclaredList = WithDefaults<typeof resourceSettings>['list'];
/** A colour of records that match a condition: of their values in some fields, or of the whole. */
export type ListColor = Omit<DeclaredList['colors'][number], 'when'> & { when: DeclaredFilter };
type ListSettings = Required<Omit<DeclaredList, 'filter' | 'colors'>> &
  Pick<DeclaredList, 'filter'> &
  Pick<DeclaredView, 'dropped'> & {
    /** The filters that have an index: the declared ones, or else those by values that are not searched by a part. */
    indexed: readonly string[];
    colors: readonly ListColor[];
  };

export type Descriptor = {
  app: App;
  roles: ReadonlyMap<string, Role>;
  resources: ReadonlyMap<string, Resource>;
  source: DescriptorSource;
  hash: string;
};

/** The six fields that every record has besides its own. Nobody can write them. */
export const systemFields = [
  '_id',
  '_version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
] as const;

/** What a backup stores of a record besides its fields. */
export type Stamps = {
  _id: string;
  _version: number;
  createdAt: string;
  updatedAt: string;
  createdBy: string | null;
  updatedBy: string | null;
};
