import { Alert } from '@mui/material';
import { HttpError } from 'react-admin';
import type { ProblemDocument } from '../../http.ts';
import { problemText } from '../../messages/problem-text.ts';

const SHOWN = 5;

/** All that is wrong with what was asked, not only the first of it. */
export function ProblemAlert({ error }: { error: unknown }) {
  const body = error instanceof HttpError ? (error.body as ProblemDocument | null) : null;
  const problems = body?.problems ?? [];
  const texts =
    problems.length > 0
      ? problems.slice(0, SHOWN).map((one) => `${one.path} ${problemText(one)}`.trim())
      : [error instanceof Error ? error.message : String(error)];
  return (
    <Alert severity="error">
      {texts.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Alert>
  );
}
