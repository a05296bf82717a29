import { Box } from '@mui/material';
import { use } from 'react';
import type { RaRecord } from 'react-admin';
import { findHiddenValue } from '../../fields/screen/found-value.ts';
import { MarkedText, SearchedWords } from '../../fields/screen/marked.ui.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useText } from '../messages/use-text.ts';
import { useLayout } from './grid/columns/layout.ts';

/** Names the field in which the search found a record, beside its title, if the field is not a column. */
export function FoundIn({ record }: { record: RaRecord }) {
  const words = use(SearchedWords);
  return words.length > 0 && <Found record={record} words={words} />;
}

function Found({ record, words }: { record: RaRecord; words: readonly string[] }) {
  const { readable } = useResource();
  const { shown } = useLayout();
  const say = useText();
  const isShown = ({ name }: { name: string }) => shown.some((field) => field.name === name);
  const match = findHiddenValue(record, readable, isShown, words);
  if (!match) return null;
  const label = say(match.field.label);
  return (
    <Box component="span" className="found-in" title={`${label}: ${match.text}`} sx={foundSx}>
      {' '}
      {label}: <MarkedText text={match.text} words={words} />
    </Box>
  );
}

const foundSx = { color: 'text.secondary', fontSize: '0.8125rem' };
