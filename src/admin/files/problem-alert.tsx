import { Alert } from '@mui/material';
import type { Problem } from '../../fields/problems/problem.ts';
import { problemsOf, messageOf } from '../client/http.ts';
import { problemText } from '../messages/problem-text.ts';
import { useTexts } from '../messages/texts.ts';

const MAX_SHOWN_PROBLEMS = 5;

/** Everything that is wrong with a request, not only the first problem. Nothing for a request without an error. */
export function ProblemAlert({ error }: { error: unknown }) {
  if (!error) return null;
  const problems = problemsOf(error);
  if (problems.length > 0) return <ProblemList problems={problems} />;
  return <Alert severity="error">{messageOf(error)}</Alert>;
}

/** States the problems of a file in sentences, because no input of a form can show them. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { file } = useTexts('files');
  const texts = problems.slice(0, MAX_SHOWN_PROBLEMS).map((one) => {
    const subject = one.path === 'file' ? file.it : one.path;
    return `${subject} ${problemText(one)}`.trim();
  });
  return (
    <Alert severity="error">
      {texts.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Alert>
  );
}
