import { Chip } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useFieldTexts } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

/** As many as a reader takes in at a glance. */
const MAX_CHIPS = 20;

/**
 * Shows the first of many chosen members as chips and counts the others, because hundreds of chips would push the rest
 * of a form out of sight. Typing also finds members among the chosen ones.
 */
export function useFirstChips<Member>(titleOf: (member: Member) => string) {
  const texts = useFieldTexts();
  const [most, setMost] = useState(MAX_CHIPS);
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLowerCase();

  const renderValue = (
    members: readonly Member[],
    getProps: (item: { index: number }) => { key: number },
  ): ReactNode => {
    const isMany = members.length > MAX_CHIPS;
    const matches = members
      .map((member, index) => ({ title: titleOf(member), index }))
      .filter(({ title }) => !isMany || title.toLowerCase().includes(text));
    const rest = matches.length - most;
    return (
      <>
        {matches.slice(0, most).map(({ title, index }) => {
          const { key, ...props } = getProps({ index });
          return <Chip key={key} size="small" label={<bdi>{title}</bdi>} {...props} />;
        })}
        {rest > 0 && (
          <Chip
            size="small"
            variant="outlined"
            label={fillTemplate(texts.moreChosen, { count: rest })}
            onClick={() => setMost(most + 5 * MAX_CHIPS)}
            sx={{ m: '3px' }}
          />
        )}
      </>
    );
  };
  return { renderValue, onInputChange: (_: unknown, input: string) => setTyped(input) };
}

/** Keeps the label above the chosen values from the start: chips that take long to draw would appear below it. */
export function useChipLabel(source: string) {
  const chosen: unknown = useWatch({ name: useWrappedSource(source) });
  const shrink = Array.isArray(chosen) && chosen.length > 0;
  return { TextFieldProps: { slotProps: { inputLabel: shrink ? { shrink } : {} } } };
}
