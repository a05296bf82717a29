import { Chip } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useTranslate, type RaRecord } from 'react-admin';

/** As many as one looks through at a glance. */
const SHOWN = 20;

type ChipProps = { key: number };

/**
 * Of many chosen records the first are chips, and the others are counted: hundreds of chips push
 * the rest of a form out of sight. What is typed finds a record among the chosen ones, too.
 */
export function useFirstChips(titleOf: (record: RaRecord) => string) {
  const translate = useTranslate();
  const [most, setMost] = useState(SHOWN);
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLowerCase();

  const renderValue = (
    records: readonly RaRecord[],
    getProps: (item: { index: number }) => ChipProps,
  ): ReactNode => {
    const isMany = records.length > SHOWN;
    const found = records
      .map((record, index) => ({ title: titleOf(record), index }))
      .filter(({ title }) => !isMany || title.toLowerCase().includes(text));
    const rest = found.length - most;
    return (
      <>
        {found.slice(0, most).map(({ title, index }) => {
          const { key, ...props } = getProps({ index });
          return <Chip key={key} size="small" label={title} {...props} />;
        })}
        {rest > 0 && (
          <Chip
            size="small"
            variant="outlined"
            label={translate('values.more_chosen', { smart_count: rest })}
            onClick={() => setMost(most + 5 * SHOWN)}
            sx={{ m: '3px' }}
          />
        )}
      </>
    );
  };
  return {
    renderValue,
    onInputChange: (_: unknown, input: string) => setTyped(input),
  };
}
