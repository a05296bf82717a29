import type { Field, Text } from '../fields/field.ts';
import type { Action } from './actions.ts';
import type { Card } from './permissions/dashboard.ts';
import type { DeclaredFilter } from './filter/declared-filter.ts';
import type { DuplicateRule } from './duplicates.ts';
import type { Page } from './pages.ts';
import type { Rules } from './rules/rules.ts';
import type { DeclaredView } from './declared-view.ts';

export const operations = [
  'list',
  'read',
  'create',
  'update',
  'delete',
  'export',
  'import',
] as const;
export type Operation = (typeof operations)[number];

/** What may be limited to some of the records; an import obeys `create` and `update`. */
export type RowOperation = Exclude<Operation, 'import'>;

export type Role = {
  name: string;
  label: Text;
  /** May do everything with every resource and field. */
  all: boolean;
  devMenu: boolean;
  /** Nobody in particular: sees no stamps, which tell who works here and when. */
  anonymous?: boolean;
};

export type App = {
  title: string;
  languages: readonly string[];
  publicSite?: string;
  /** Of the menu, in their order. */
  groups: readonly Group[];
  /** With code of extensions, in the order of the menu. */
  pages: readonly Page[];
  /** The resource of which a record can be the current one. */
  current?: string;
  /** Empty: what every installation has. */
  dashboard: readonly Card[];
  sidebar: {
    background: 'white' | 'brown' | 'black';
    active: 'primary' | 'info' | 'success' | 'warning' | 'danger';
  };
  links: Readonly<Record<string, string>>;
};

export type Group = { key: string; label: Text; icon: string };

export type Tab = { label: Text; fields: readonly string[] };

/** By operation the records it is limited to; one that is absent is not limited. */
export type RowRights = Readonly<Partial<Record<RowOperation, DeclaredFilter>>>;

type ListSettings = {
  columns: readonly string[];
  filters: readonly string[];
  sort: string;
  perPage: number;
  /** What a list opens with, in the JSON form of `where`, tokens in it as they are. */
  filter?: Readonly<Record<string, unknown>>;
};

/** A list on the page of a record: those of `resource` whose `field` refers to it. */
export type Child = {
  resource: string;
  field: string;
  label?: Text;
  columns?: readonly string[];
  sort?: string;
};

/** One entry of `resources.json`, every default filled in. */
export type Resource = Rules & {
  name: string;
  /** Path of the API, e.g. `/api/chems`. */
  root: string;
  /** Path of the screens, e.g. `/chems`. */
  path: string;
  icon: string;
  label: Text;
  /** How a record is called: `{commonName} ({casId})`; see `title.ts`. */
  title: string;
  /** The field by which files refer to a record; `_id` when none is named. */
  importKey: string;
  fields: ReadonlyMap<string, Field>;
  /** The group of the menu it stands in. */
  group?: string;
  list: ListSettings;
  /** Ready-made views of the list. */
  views: readonly DeclaredView[];
  /** By what records are found that may mean the same. */
  duplicates: readonly DuplicateRule[];
  actions: readonly Action[];
  /** Lists on the page of a record, of what refers to it. */
  children: readonly Child[];
  form: readonly Tab[];
  permissions: Readonly<Record<string, readonly Operation[]>>;
  /** Per role the filters its records must meet; see `row-filters.ts`. */
  rowRights: Readonly<Record<string, RowRights>>;
  publicFields: readonly string[];
};

export type Descriptor = {
  app: App;
  roles: ReadonlyMap<string, Role>;
  resources: ReadonlyMap<string, Resource>;
  /** The declaration as read, for the browser and for the record of what was applied. */
  source: Readonly<Record<string, any>>;
  hash: string;
};

/** The six fields every record has besides its own; `stamps` are never writable. */
export const systemFields = [
  '_id',
  '_version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
] as const;
