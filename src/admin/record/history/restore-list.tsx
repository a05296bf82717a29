import { headOf } from '../../../fields/text/head-of-path.ts';
import { Box, Checkbox, FormHelperText } from '@mui/material';
import { useId, type ReactNode } from 'react';
import type { PastRecord } from '../../../contract/past.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { capitalise } from '../../client/http.ts';
import { RestoreTarget, withTitle } from '../../kit/restore-target.tsx';
import { Hint } from '../../kit/hint.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { PastTitles } from './past-titles.tsx';
import { PastValue, wordsOf } from './past-value.tsx';
import { WordDiff } from './word-diff.tsx';

type RestoreListProps = {
  fields: readonly Field[];
  record: Readonly<Record<string, unknown>>;
  past: PastRecord;
  /** What the server holds against the value of a field, by its name. */
  conflicts: ReadonlyMap<string, readonly Problem[]>;
  /** The fields that stay as they are. */
  left: ReadonlySet<string>;
  /** Undefined where there is nothing to choose. */
  onLeave: ((name: string, isLeft: boolean) => void) | undefined;
  /** A record that a field refers to is restored. */
  onRestored: () => void;
};

/** The fields that a restore changes: their value now and then, each with a tick. */
export function RestoreList(props: RestoreListProps) {
  const { fields, record, past, conflicts, left, onLeave, onRestored } = props;
  const texts = useTexts('history');
  return (
    <Box component="ul" sx={listSx}>
      {fields.map((field) => {
        const { name } = field;
        const words = wordsOf(field, record[name], past.record[name]);
        return (
          <FieldLine
            key={name}
            field={field}
            problems={conflicts.get(name) ?? []}
            titles={past.titles}
            onRestored={onRestored}
            isLeft={left.has(name)}
            onLeave={onLeave && ((isLeft) => onLeave(name, isLeft))}
          >
            <Hint component="dt">{texts.now}</Hint>
            <dd>
              {words ? (
                <WordDiff {...words} side="before" isWhole />
              ) : (
                <PastValue field={field} value={record[name]} />
              )}
            </dd>
            <Hint component="dt">{texts.earlier}</Hint>
            <dd>
              <PastTitles titles={past.titles}>
                {words ? (
                  <WordDiff {...words} side="after" isWhole />
                ) : (
                  <PastValue field={field} value={past.record[name]} />
                )}
              </PastTitles>
            </dd>
          </FieldLine>
        );
      })}
    </Box>
  );
}

type FieldLineProps = {
  field: Field;
  problems: readonly Problem[];
  isLeft: boolean;
  titles: PastRecord['titles'];
  onLeave: ((isLeft: boolean) => void) | undefined;
  onRestored: () => void;
  children: ReactNode;
};

function FieldLine(props: FieldLineProps) {
  const { field, problems, titles, isLeft, onLeave, onRestored, children } = props;
  const say = useText();
  const { restoreToo } = useTexts('history');
  const id = useId();
  const label = say(field.label);
  return (
    <Box component="li" sx={lineSx}>
      {onLeave && (
        <Checkbox
          size="small"
          edge="start"
          checked={!isLeft}
          onChange={(_, checked) => onLeave(!checked)}
          slotProps={{
            input: {
              'aria-label': label,
              'aria-invalid': problems.length > 0,
              'aria-describedby': id,
            },
          }}
          sx={{ p: 0.5, alignSelf: 'flex-start' }}
        />
      )}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ fontWeight: 600, fontSize: '0.875rem', pt: 0.5 }}>{label}</Box>
        <Box component="dl" id={id} sx={pairSx}>
          {children}
        </Box>
        {problems.map((problem, index) => (
          <FormHelperText key={index} component="div" error sx={{ mt: 0 }}>
            {capitalise(problemText(withTitle(titles, problem)))}{' '}
            <RestoreTarget
              field={field}
              problem={problem}
              titles={titles}
              label={restoreToo}
              onRestored={onRestored}
            />
          </FormHelperText>
        ))}
      </Box>
    </Box>
  );
}

/** Problems by the field they are about; those of no field under ''. */
export function byField(problems: readonly Problem[]): Map<string, Problem[]> {
  return Map.groupBy(problems, ({ path }) => headOf(path));
}

const listSx = { m: 0, p: 0, border: 1, borderColor: 'divider', borderRadius: 1 };

const lineSx = {
  listStyle: 'none',
  display: 'flex',
  gap: 0.5,
  px: 1.5,
  py: 0.75,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

const pairSx = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: 1.5,
  rowGap: 0.25,
  alignItems: 'start',
  '& dt': { pt: 0.25 },
  fontSize: '0.9375rem',
  '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
};
