import { useState, useCallback, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { valueAt } from '../../../../descriptor/column-field.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { titleFields, shortTitle } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { withQualifier } from '../../../../fields/type/qualifier-of.ts';
import { unitFieldOf, unitOf } from '../../../../fields/type/unit-of.ts';
import { ownCellIn, uiOf } from '../../../resource/field-value.tsx';
import { isEmptyValue } from '../../../../fields/is-empty-value.ts';
import { useQueryClient } from '@tanstack/react-query';
import { titleKey } from '../../../../fields/type/reference-context.tsx';
import { useConfig } from '../../../client/config.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';

/** Pixels beside a value: the padding of its cell, the line and the tool of the row. */
const AROUND = 34;

/** Pixels of the frame and the dot of a pill, and between two members of a list. */
const PILL = 30;
const GAP = 8;

/** A cell shows so many members of a list, and then the number of the others. */
const MEMBERS = 3;
const NUMBER = 30;

/** So many rows of the page are measured. */
const MEASURED = 100;

/** `EMPTY` if no row has a value, undefined if the values are not drawn as one line. */
export type ContentWidths = ReadonlyMap<Field, number | undefined>;

export const EMPTY = 0;

/**
 * The widths in pixels that the values of the columns need. They are measured with the first rows of a list, and stay
 * while it is open: columns that change their widths with each page make it hard to compare. Only a column without
 * values is measured again, when the first come, and one of references once their titles have loaded.
 */
export function useContentWidths(
  fields: readonly Field[],
  rows: readonly RaRecord[],
): ContentWidths {
  const [widths, setWidths] = useState<ContentWidths>(new Map());
  // A column that was just added has no values until the rows are read again.
  const unmeasured = fields.filter((field) => {
    if (!widths.has(field)) return rows.some((row) => valueAt(row, field.name) !== undefined);
    return widths.get(field) === EMPTY && hasValues(field, rows);
  });
  const shown = useShownTexts(unmeasured, rows);
  const unknown = unmeasured.filter((field) => !shown.loading.has(field));
  if (unknown.length > 0)
    setWidths(
      new Map([...widths, ...unknown.map((field) => [field, widest(field, rows, shown)] as const)]),
    );
  return widths;
}

/** The column that names a record in words: of those in its title the one with the longest values. */
export function titleColumn(
  resource: Resource,
  columns: readonly Field[],
  content: ContentWidths,
): Field | undefined {
  const names = titleFields(resource);
  return columns
    .filter(({ name }) => names.includes(name))
    .toSorted((one, other) => (content.get(other) ?? 0) - (content.get(one) ?? 0))[0];
}

function hasValues(field: Field, rows: readonly RaRecord[]): boolean {
  return rows.slice(0, MEASURED).some((row) => !isEmptyValue(valueAt(row, field.name)));
}

function widest(field: Field, rows: readonly RaRecord[], shown: ShownTexts): number | undefined {
  if (!hasValues(field, rows)) return EMPTY;
  const { line } = uiOf(field);
  // Nobody knows the width of a cell of the installation.
  if (!line || ownCellIn(field, 'list')) return undefined;
  const widths = rows.slice(0, MEASURED).map((record) => {
    const value = valueAt(record, field.name);
    if (isEmptyValue(value)) return 0;
    const unit = unitFieldOf(field) === undefined ? '' : ` ${unitOf(field, record) ?? ''}`;
    const texts = shown.of(field, value);
    const members = texts.length === MEMBERS + 1 ? texts : texts.slice(0, MEMBERS);
    const written = members.map((text) => withQualifier(field, text, record) + unit);
    const sizes = written.map((text) => textWidth(text) + (line === 'pills' ? PILL : 0));
    const others = texts.length > members.length ? NUMBER : 0;
    return sizes.reduce((sum, size) => sum + size + GAP, others - GAP);
  });
  return Math.ceil(Math.max(0, ...widths)) + AROUND;
}

type ShownTexts = {
  /** The columns of references whose titles are not there yet. */
  loading: ReadonlySet<Field>;
  /** What a cell shows of a value, member by member. */
  of(field: Field, value: unknown): readonly string[];
};

const endings: ReadonlySet<string> = new Set(['success', 'error']);

/** Every screen has room for so many rows, so that their titles are read. */
const DRAWN = 5;

/** The texts of values as a list shows them: of a reference the title of its record, of a choice its label. */
function useShownTexts(fields: readonly Field[], rows: readonly RaRecord[]): ShownTexts {
  const queries = useQueryClient();
  const { descriptor } = useConfig();
  const { texts: app, language } = useI18n();
  const asked = fields.flatMap((field) => {
    const to = field.kind.relation?.(field.settings).to;
    return to === undefined ? [] : [{ field, to, ids: idsOf(field, rows) }];
  });
  const isLoading = ({ to, ids }: (typeof asked)[number]): boolean =>
    ids.some((id) => (queries.getQueryState(titleKey(to, id))?.status ?? 'pending') === 'pending');
  const subscribe = useCallback(
    (onChange: () => void) =>
      // Each title that is requested sends several events, and only the answer matters.
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && endings.has(event.action.type)) onChange();
      }),
    [queries],
  );
  // A text, because a new list at each look would never settle.
  const names = useSyncExternalStore(subscribe, () =>
    asked.flatMap((one) => (isLoading(one) ? [one.field.name] : [])).join(),
  );
  const loading = new Set(names.split(','));
  return {
    loading: new Set(fields.filter(({ name }) => loading.has(name))),
    of(field, value) {
      const to = field.kind.relation?.(field.settings).to;
      const target = to === undefined ? undefined : descriptor.resources.get(to);
      if (target)
        return [value].flat().flatMap((id) => {
          const key = titleKey(target.name, String(id));
          const record = queries.getQueryData<readonly RaRecord[]>(key)?.[0];
          return record ? shortTitle(target, record) : [];
        });
      const options = uiOf(field).options?.(field, language, app.values);
      const labelOf = (member: unknown) =>
        options?.find((option) => option.value === member)?.label ?? String(member);
      return Array.isArray(value)
        ? value.map(labelOf)
        : [field.kind.text.write(value, field.settings)];
    },
  };
}

/** The records whose titles the first rows show. */
function idsOf(field: Field, rows: readonly RaRecord[]): string[] {
  const ids = (some: readonly RaRecord[]): string[] =>
    some.flatMap((row) => {
      const value = valueAt(row, field.name);
      return isEmptyValue(value) ? [] : [value].flat().slice(0, 1).map(String);
    });
  const drawn = ids(rows.slice(0, DRAWN));
  return drawn.length > 0 ? drawn : ids(rows).slice(0, 1);
}

/** An average character, where nothing can be measured. */
const CHARACTER = 7.4;

/** Characters that are measured: longer texts are cut in every list. */
const MAX_MEASURED_LENGTH = 200;

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/** The width in pixels of a text in a cell of the grid, or of a name in its head. */
export function textWidth(text: string, weight: 'normal' | 'bold' = 'normal'): number {
  canvas ??=
    typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return Math.min(text.length, MAX_MEASURED_LENGTH) * CHARACTER;
  canvas.font = `${weight === 'bold' ? 650 : 400} ${fontOfGrid()}`;
  return canvas.measureText(text.slice(0, MAX_MEASURED_LENGTH)).width;
}

let font: string | undefined;

/** Read once for all texts that are measured together: the browser calculates the styles of the page each time. */
function fontOfGrid(): string {
  if (font === undefined) {
    const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    font = `${size * IN_GRID}px ${getComputedStyle(document.body).fontFamily}`;
    queueMicrotask(() => (font = undefined));
  }
  return font;
}

/** The size of the text in the grid, in `rem` (`grid.css`). */
const IN_GRID = 0.84375;
