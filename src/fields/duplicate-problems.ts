import { fillTemplate } from './fill-template.ts';
import { problemWords } from './problem-words.ts';
import { DUPLICATE, problem, type Problem } from './problem.ts';

/** Another record has the same values in all of these fields: said at each of them, with the others. */
export function duplicatesOf(names: readonly string[]): Problem[] {
  return names.map((name) => {
    const others = names.filter((each) => each !== name).join(', ');
    if (others === '') return problem(DUPLICATE, name);
    const together = Object.values(problemWords).map((words) => [
      words.language === 'en' ? 'together' : `together_${words.language}`,
      fillTemplate(words.together, { others }),
    ]);
    return problem(DUPLICATE, name, Object.fromEntries(together));
  });
}
