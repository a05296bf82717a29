import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useLanguage } from '../../messages/language.ts';
import { useText } from '../../messages/use-text.ts';
import { uiOf } from '../../kit/field-value.tsx';
import {
  clampWidth,
  stretched,
  widthOf,
  type ColumnChoice,
  type GridColumn,
  type Pin,
} from './grid-columns.ts';

export type GridTable = {
  /** In the order they are seen: pinned left, the middle, pinned right. */
  columns: readonly GridColumn[];
  left: readonly GridColumn[];
  middle: readonly GridColumn[];
  right: readonly GridColumn[];
  /** Of the tools of a row, and of what is pinned beside them. */
  leftWidth: number;
  rightWidth: number;
  width: number;
};

/**
 * The columns of a layout: which stand where, how wide, from which pixel on. TanStack Table does
 * the same and more for 17 kB in the first list, which has no room for what it does not need.
 */
export function useGridTable(
  fields: readonly Field[],
  choices: readonly ColumnChoice[],
  room: number,
  lead: number,
): GridTable {
  const say = useText();
  const language = useLanguage();
  const translate = useTranslate();
  return useMemo(() => {
    const byName = new Map(choices.map((choice) => [choice.name, choice]));
    const sizes = stretched(
      fields.map((field) => {
        const sized = byName.get(field.name)?.width;
        const choices = uiOf(field).options?.(field, language, translate);
        const labels = choices?.map((choice) => choice.label);
        // One that somebody sized stays so, and a badge says no more in a wider one.
        return {
          width: clampWidth(sized ?? widthOf(field, say(field.label), labels)),
          isSettled: sized !== undefined || choices !== undefined,
        };
      }),
      room - lead,
    );
    let index = 0;
    const toPart = (pin: Pin | undefined, from = 0): { columns: GridColumn[]; width: number } => {
      const columns: GridColumn[] = [];
      let offset = from;
      for (const [at, field] of fields.entries()) {
        if (byName.get(field.name)?.pin !== pin) continue;
        columns.push({ field, index: index++, width: sizes[at]!, offset, pin });
        offset += sizes[at]!;
      }
      return { columns, width: offset };
    };
    const [left, middle, right] = [toPart('left', lead), toPart(undefined), toPart('right')];
    return {
      columns: [...left.columns, ...middle.columns, ...right.columns],
      left: left.columns,
      middle: middle.columns,
      right: right.columns,
      leftWidth: left.width,
      rightWidth: right.width,
      width: left.width + middle.width + right.width,
    };
  }, [fields, choices, room, lead, say, language, translate]);
}
