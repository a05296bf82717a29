import { hasFacet } from '../../filter/query-lists.ts';
import type { JsonObject } from '../../json-object.ts';
import type { CardKind } from '../../settings/cards.ts';
import { type Draft, type DraftResource, asObject, asObjects } from '../draft.ts';
import { checkFilter } from './filter-checks.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import { checkRoleList } from './role-checks.ts';
import {
  checkName,
  checkColumns,
  checkSort,
  checkResourceName,
  checkRepeatedNames,
} from './screen-checks.ts';
import type { Path } from '../source-text.ts';
import { findField } from '../../system-fields.ts';

/** Checks the dashboard and the pinned record: resources, roles and fields exist, and settings go together. */
export function checkDashboard(draft: Draft): Flaw[] {
  const app = asObject(draft.source.app);
  const cards = asObjects(app.dashboard);
  return [
    ...checkCurrent(draft, app.current),
    ...checkRepeatedNames(cards, ['app', 'dashboard']),
    ...cards.flatMap((card, index) => {
      const path = ['app', 'dashboard', index];
      return [
        ...checkRoleList(draft, card.roles, [...path, 'roles']),
        ...checkSettings(card, path),
        ...checkResource(draft, card, path),
      ];
    }),
  ];
}

function checkCurrent(draft: Draft, current: unknown): Flaw[] {
  if (typeof current !== 'string') return [];
  const path = ['app', 'current'];
  if (!draft.resources.has(current)) return checkResourceName(draft, current, path);
  const refers = [...draft.resources.values()].some(({ name, fields }) =>
    [...fields.values()].some(
      ({ kind, settings }) => name !== current && kind.relation?.(settings).to === current,
    ),
  );
  return refers ? [] : [flaw('D053', path, { value: current })];
}

/** The kinds of card that have a setting. All kinds have the settings that are not listed here. */
const kindsWith: Readonly<Record<string, readonly CardKind[]>> = {
  resource: ['count', 'check', 'list', 'chart'],
  filter: ['count', 'check', 'list', 'chart'],
  by: ['chart'],
  every: ['chart'],
  columns: ['list'],
  sort: ['list'],
  limit: ['list', 'chart', 'queries', 'changes'],
};

const needed: Readonly<Partial<Record<CardKind, readonly string[]>>> = {
  count: ['resource'],
  check: ['resource'],
  list: ['resource'],
  chart: ['resource', 'by'],
};

function checkSettings(card: JsonObject, path: Path): Flaw[] {
  const kind = card.kind as CardKind;
  const lacking = (needed[kind] ?? []).filter((name) => card[name] === undefined);
  return [
    ...lacking.map((name) => flaw('D005', [...path, name])),
    ...Object.entries(kindsWith)
      .filter(([name, kinds]) => card[name] !== undefined && !kinds.includes(kind))
      .map(([name, kinds]) => keyFlaw('D051', [...path, name], { kind, kinds: kinds.join(', ') })),
  ];
}

function checkResource(draft: Draft, card: JsonObject, path: Path): Flaw[] {
  if (typeof card.resource !== 'string') return [];
  const resource = draft.resources.get(card.resource);
  if (!resource) return checkResourceName(draft, card.resource, [...path, 'resource']);
  return [
    ...checkFilter({ resource, resources: draft.resources }, card.filter, [...path, 'filter']),
    ...checkBy(resource, card, path),
    ...checkColumns(draft, resource, card.columns, [...path, 'columns']),
    ...checkSort(draft, resource, card.sort, [...path, 'sort']),
  ];
}

function checkBy(resource: DraftResource, { by, every }: JsonObject, path: Path): Flaw[] {
  if (typeof by !== 'string') return [];
  const unknown = checkName(resource, by, [...path, 'by']);
  if (unknown.length > 0) return unknown;
  const field = findField(resource, by);
  if (!field) return [];
  if (!hasFacet(field)) return [flaw('D052', [...path, 'by'], { expected: 'values' })];
  return every !== undefined && field.kind.facet !== 'years'
    ? [flaw('D052', [...path, 'by'], { expected: 'a date or a time' })]
    : [];
}
