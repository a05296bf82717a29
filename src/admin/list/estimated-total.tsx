import { Button } from '@mui/material';
import { useState } from 'react';
import { useI18n } from '../kit/use-i18n.ts';
import { Status } from '../kit/status/status.tsx';
import { useExactTotal } from '../resource/use-count.ts';
import { Hint } from '../kit/hint.tsx';

/** Which rows are shown of about how many, with a button that counts them exactly. */
export function EstimatedTotal({ from, to, total }: { from: number; to: number; total: number }) {
  const { translate, number } = useI18n();
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useExactTotal(isAsked);
  return (
    <Hint component="div">
      <Status as="span">
        {translate('list.range', {
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
          {translate('list.count')}
        </Button>
      )}
    </Hint>
  );
}
