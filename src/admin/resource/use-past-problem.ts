import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { showDateTime } from '../../fields/text/date-format.ts';
import { problemsOf } from '../client/http.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Why the server cannot answer for a moment; undefined if the error has another cause. */
export function usePastProblem(error: unknown): string | undefined {
  const texts = useTexts('app');
  const [first] = problemsOf(error);
  switch (first?.code) {
    case 'Q004':
      return first.path === AS_OF ? texts.list.asOfUnreadable : undefined;
    case 'Q020':
      return texts.list.asOfFuture;
    case 'Q021':
      return fillTemplate(texts.list.asOfTooEarly, {
        first: showDateTime(String(first.params?.['first'])),
      });
    case 'Q022':
      return texts.list.asOfBeyond;
    default:
      return undefined;
  }
}
