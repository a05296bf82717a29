import { Button } from '@mui/material';
import { useState } from 'react';
import { useI18n } from '../kit/use-i18n.ts';
import { Status } from '../kit/status/status.tsx';
import { useExactTotal } from '../resource/use-count.ts';
import { Hint } from '../kit/hint.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Which rows are shown of about how many, with a button that counts them exactly. */
export function EstimatedTotal({ from, to, total }: { from: number; to: number; total: number }) {
  const { texts, number } = useI18n();
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useExactTotal(isAsked);
  return (
    <Hint component="div">
      <Status as="span">
        {fillTemplate(texts.list.range, {
          from: number(from),
          to: number(to),
          total: data === undefined ? number(total, true) : number(data),
        })}
        {error && ` – ${error.message}`}
      </Status>
      {data === undefined && (
        <Button
          size="small"
          loading={isFetching}
          onClick={() => (isAsked ? void refetch() : setAsked(true))}
          sx={{ ml: 0.5, minHeight: 24, py: 0 }}
        >
          {texts.list.count}
        </Button>
      )}
    </Hint>
  );
}
