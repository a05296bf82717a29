import { Button } from '@mui/material';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';

/** The first items of a long list, and a button that shows as many again. */
export function useShownPart<Item>(items: readonly Item[], perPage: number) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [count, setCount] = useState(perPage);
  return {
    shown: items.slice(0, count),
    more: items.length > count && (
      <Button size="small" onClick={() => setCount(count + perPage)}>
        {fillTemplate(texts.more, { count: number(items.length - count) })}
      </Button>
    ),
  };
}
