import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Operator } from '../../../fields/operators.ts';
import type { Text } from '../../../fields/field.ts';
import { useText } from '../../messages/use-text.ts';

/** How the page speaks: messages by their key below `structure`, and texts of the descriptor. */
export type Words = {
  tell: (key: string, values?: Readonly<Record<string, unknown>>) => string;
  say: (text: Text) => string;
  operatorText: (operator: Operator, value: string) => string;
};

export function useWords(): Words {
  const translate = useTranslate();
  const say = useText();
  return useMemo(
    () => ({
      tell: (key, values) => translate(`structure.${key}`, values),
      say,
      operatorText: (operator, value) => translate(`operators.${operator}.sentence`, { value }),
    }),
    [translate, say],
  );
}
