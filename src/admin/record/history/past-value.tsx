import { Box } from '@mui/material';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import type { ReactNode } from 'react';
import { checkField, isMany } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { writeJson } from '../../../fields/types/json/json.ui.tsx';
import { FieldValue, uiOf } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { WordDiff } from './word-diff.tsx';

type PastValueProps = { field: Field; value: unknown };

/** A value of the past, drawn as its field draws values today; one that does not fit any more is plain text. */
export function PastValue({ field, value }: PastValueProps) {
  if (!isEmptyValue(value) && !('value' in checkField(field, value)))
    return <Box component="span">{toText(value)}</Box>;
  // What grows when it is pointed at is large on a page.
  return <FieldValue field={field} value={value} place={uiOf(field).peek ? 'list' : 'page'} />;
}

function toText(value: unknown): string {
  return Array.isArray(value) ? value.map(writeJson).join(', ') : writeJson(value);
}

type ChangedValueProps = PastValueProps & { before: unknown; beforeHidden?: boolean };

/** How a value changed: the members that came and went, the words that did, or else the old and the new value. */
export function ChangedValue({ field, before, value, beforeHidden = false }: ChangedValueProps) {
  const texts = useTexts('history');
  const changes = isMany(field) ? memberChanges(before, value) : [];
  if (changes.length > 0)
    return (
      <Box sx={pairSx}>
        {changes.map(({ name, sign, members }) => (
          <Said key={name} label={texts[name]} sign={sign}>
            <PastValue field={field} value={members} />
          </Said>
        ))}
      </Box>
    );
  const words = wordsOf(field, before, value);
  if (words) return <WordDiff {...words} />;
  // Beside a dash there is room for a long text.
  const flexWrap = isEmptyValue(before) || isEmptyValue(value) ? 'nowrap' : 'wrap';
  return (
    <Box sx={{ ...pairSx, flexWrap, alignItems: flexWrap === 'nowrap' ? 'start' : 'center' }}>
      <Said label={texts.before} isQuiet>
        {beforeHidden ? <em>{texts.beforeHidden}</em> : <PastValue field={field} value={before} />}
      </Said>
      <ArrowForwardIcon
        aria-hidden
        sx={{ fontSize: 16, my: 0.375, color: 'text.secondary', flex: 'none' }}
      />
      <Said label={texts.after}>
        <PastValue field={field} value={value} />
      </Said>
    </Box>
  );
}

/** Longer than this, two texts are compared word by word. */
const MIN_DIFF_LENGTH = 40;

/** Both texts, if the field has texts and they are worth comparing word by word. */
export function wordsOf(field: Field, before: unknown, after: unknown) {
  const { words } = uiOf(field);
  if (!words || isEmptyValue(before) || isEmptyValue(after)) return undefined;
  const both = { before: words(before), after: words(after) };
  const isLong = Object.values(both).some(
    (text) => text.length > MIN_DIFF_LENGTH || text.includes('\n'),
  );
  return isLong ? both : undefined;
}

type SaidProps = { label: string; sign?: string; isQuiet?: boolean; children: ReactNode };

/** A value with its meaning, which is seen as a sign or an arrow and heard as a word. */
function Said({ label, sign, isQuiet = false, children }: SaidProps) {
  return (
    <Box sx={{ ...saidSx, ...(isQuiet && { color: 'text.secondary' }) }}>
      <Box component="span" sx={visuallyHidden}>{`${label} `}</Box>
      {sign && (
        <Box component="span" aria-hidden sx={signSx}>
          {sign}
        </Box>
      )}
      {children}
    </Box>
  );
}

/** Which members went and came, if both are lists with members. */
function memberChanges(before: unknown, value: unknown) {
  if (!isFilledList(before) || !isFilledList(value)) return [];
  const changes = [
    { name: 'removed', sign: '−', members: without(before, value) },
    { name: 'added', sign: '+', members: without(value, before) },
  ] as const;
  return changes.filter(({ members }) => members.length > 0);
}

function isFilledList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  return list.filter((member) => !other.some((each) => isSameJson(each, member)));
}

const pairSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  rowGap: 0.5,
  minWidth: 0,
};

const saidSx = {
  display: 'flex',
  gap: 0.75,
  alignItems: 'center',
  minWidth: 0,
  // A list of long names wraps instead of widening the page.
  '& > *': { minWidth: 0 },
};

const signSx = { fontWeight: 700, fontFamily: 'monospace', color: 'text.secondary' };
