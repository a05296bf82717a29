import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { columnsOfStep, type Step } from '../../../files/steps/step.ts';
import { useTexts } from '../../messages/texts.ts';

/** Says a step in one line, such as "Read numbers in Amount". */
export function useSentence(): (step: Step) => string {
  const { sentences } = useTexts('import-steps');
  return (step) => {
    const { from, to } = columnsOfStep(step);
    return fillTemplate(sentences[step.do], {
      column: from.join(' + '),
      to: to.map((name) => name || '…').join(', '),
    });
  };
}
