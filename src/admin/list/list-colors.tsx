import { useMemo } from 'react';
import type { ListColor } from '../../descriptor/descriptor.ts';
import { fieldsOfFilter, resolveFilter } from '../../descriptor/filter/declared-filter.ts';
import { COLORS, isJudgedOnScreen } from '../../descriptor/filter/seen-colors.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import { momentOfBrowser } from '../client/moment.ts';
import type { ResourceView } from '../kit/as-of.ts';
import { useResource } from '../kit/use-resource.ts';
import { useText } from '../messages/use-text.ts';
import './list-colors.css';

type Values = Readonly<Record<string, unknown>>;

/** The colours of one record. */
export type RecordColors = {
  /** Of the record as a whole. */
  record: ListColor | undefined;
  /** Of the value of a field. */
  of(field: string): ListColor | undefined;
};

const none: RecordColors = { record: undefined, of: () => undefined };

/** The colours that the list has for a record, as it is now: they follow each change of it. */
export function useColors(record: Values): RecordColors {
  const view = useResource();
  return useMemo(() => {
    const rules = colorsIn(view).filter((color) =>
      isJudgedOnScreen(color)
        ? isMet(color.when, record)
        : wasMet(record, view.resource.list.colors.indexOf(color)),
    );
    if (rules.length === 0) return none;
    return {
      record: rules.find(({ fields }) => fields === undefined),
      of: (field) => rules.find(({ fields }) => fields?.includes(field)),
    };
  }, [view, record]);
}

/** Those whose fields the list has: in the past, computed values are unknown. */
function colorsIn({ resource, find }: ResourceView): readonly ListColor[] {
  return resource.list.colors.filter(({ when }) => fieldsOfFilter(when).every(find));
}

/** What the list says of a colour that other records decide. */
function wasMet({ [COLORS]: positions }: Values, at: number): boolean {
  return Array.isArray(positions) && positions.includes(at);
}

function isMet(when: ListColor['when'], record: Values): boolean {
  // A value that is not loaded yet must not count as an empty one.
  if (fieldsOfFilter(when).some((name) => record[name] === undefined)) return false;
  return evaluateFilter(resolveFilter(when, momentOfBrowser()), record);
}

/** The classes of an element in a colour. */
export function classOfColor(color: ListColor | undefined): string {
  return color ? ` toned tone-${color.color}` : '';
}

/** The sign beside a colour, with what it means: as a name, and in words where there is room, as on paper. */
export function ColorSign({ color, isWritten }: { color: ListColor; isWritten?: boolean }) {
  const say = useText();
  const label = say(color.label);
  if (isWritten) return <span className="tone-words">{label}</span>;
  return <span className="tone-sign" role="img" aria-label={label} title={label} />;
}
