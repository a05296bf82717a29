import type { StepPreview } from '../../../contract/jobs.ts';
import { Alert, Box, Typography } from '@mui/material';
import { Fragment } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Step } from '../../../files/steps/step.ts';
import { capitalise } from '../../client/http.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import type { StepAnswers } from '../use-inspection.ts';

type StepEffectProps = { title: string; step: Step; answers: StepAnswers };

/** What a step does with the first rows: how many cells it changes, and ten rows before and after. */
export function StepEffect({ title, step, answers }: StepEffectProps) {
  const texts = useTexts('import-steps');
  const answer = answers.previewOf(step);
  if (!answer) return <Hint component={Status}>{texts.waiting}</Hint>;
  const { preview, isFresh } = answer;
  return (
    <Box
      aria-busy={!isFresh}
      sx={{ display: 'grid', gap: 1, minWidth: 0, opacity: isFresh ? 1 : 0.6 }}
    >
      <Box component={Status} sx={{ display: 'grid', gap: 1 }}>
        <Counts kind={step.do} preview={preview} rows={answers.rows} />
      </Box>
      {preview.rows.length > 0 && <PreviewTable title={title} preview={preview} />}
    </Box>
  );
}

type CountsProps = { kind: Step['do']; preview: StepPreview; rows: StepAnswers['rows'] };

function Counts({ kind, preview, rows }: CountsProps) {
  const texts = useTexts('import-steps');
  const number = useNumberFormat();
  const { changed, warnings, missing } = preview;
  const all = number(rows.count);
  if (missing.length > 0) {
    const columns = missing.join(', ');
    return <Alert severity="warning">{fillTemplate(texts.missing, { columns })}</Alert>;
  }
  const { none, noneFirst, whole, first } = texts.changes;
  const counted = fillTemplate(rows.isWhole ? whole : first, {
    count: number(changed),
    rows: all,
  });
  const nothing = fillTemplate(rows.isWhole ? none : noneFirst, { rows: all });
  const message = fillTemplate(kind === 'split' ? texts.parted : texts.stays, {
    count: number(warnings),
  });
  return (
    <>
      {changed > 0 && (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {counted}
        </Typography>
      )}
      {changed === 0 && (
        <Alert severity="warning">
          {nothing} {warnings > 0 && message}
        </Alert>
      )}
      {changed > 0 && warnings > 0 && <Alert severity="warning">{message}</Alert>}
    </>
  );
}

function PreviewTable({ title, preview }: { title: string; preview: StepPreview }) {
  const texts = useTexts('import-steps');
  const { from, to, rows } = preview;
  const isAlone = from.length === 1 && to.length === 1 && from[0] === to[0];
  const label = fillTemplate(texts.preview, { step: title });
  return (
    // `tabIndex` lets the keyboard scroll it too.
    <Box role="region" aria-label={label} tabIndex={0} sx={frameSx}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{texts.row}</th>
            {from.map((name, at) => (
              <th key={at} scope="col">
                {isAlone ? texts.before : `${texts.before}: ${name}`}
              </th>
            ))}
            {to.map((name, at) => (
              <th key={at} scope="col">
                {isAlone ? texts.now : `${texts.now}: ${name}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.row}>
              <tr data-is={row.problems.length > 0 ? 'noted' : undefined}>
                <th scope="row">{row.row}</th>
                {row.from.map((cell, at) => (
                  <td key={at}>
                    <Shown cell={cell} />
                  </td>
                ))}
                {row.to.map((cell, at) => {
                  const isChanged = cell !== (row.from[from.indexOf(to[at]!)] ?? null);
                  return (
                    <td key={at} data-is={isChanged ? 'changed' : undefined}>
                      <Shown cell={cell} />
                    </td>
                  );
                })}
              </tr>
              {row.problems.length > 0 && (
                <tr>
                  <td colSpan={1 + from.length + to.length} data-is="note">
                    <div>{row.problems.map((one) => capitalise(problemText(one))).join(' ')}</div>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

/** Spaces are seen by the shade behind the text. */
function Shown({ cell }: { cell: StepPreview['rows'][number]['from'][number] }) {
  const { empty } = useTexts('import-steps');
  return cell === null || cell === '' ? <i>{empty}</i> : <span>{String(cell)}</span>;
}

const frameSx = {
  overflow: 'auto',
  maxHeight: 360,
  maxWidth: '100%',
  width: 'fit-content',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: '0.8125rem',
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': {
    px: 1,
    py: '3px',
    borderBottom: 1,
    borderColor: 'divider',
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
  },
  '& thead th': { color: 'text.secondary', whiteSpace: 'nowrap' },
  '& tr:last-of-type td, & tbody tr:last-of-type th': { borderBottom: 0 },
  '& td': { maxWidth: 280, overflowWrap: 'anywhere', minWidth: 64 },
  '& td span': { whiteSpace: 'pre-wrap', backgroundColor: 'action.hover', borderRadius: '2px' },
  '& td i': { color: 'text.secondary' },
  '& td[data-is="changed"]': { fontWeight: 600 },
  '& tr[data-is="noted"] > *': { borderBottom: 0 },
  // The reason stays in view where the table is wider than the screen.
  '& td[data-is="note"]': { pt: 0, pl: 5, maxWidth: 'none', color: 'warning.main' },
  '& td[data-is="note"] div': {
    position: 'sticky',
    left: 40,
    width: 'fit-content',
    maxWidth: { xs: 230, sm: 520 },
  },
};
