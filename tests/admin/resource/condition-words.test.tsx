import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { texts as german } from '../../../src/admin/messages/de/app.ts';
import { texts as english } from '../../../src/admin/messages/en/app.ts';
import { filterWords } from '../../../src/admin/resource/filter-words.ts';
import { conditionParams } from '../../../src/descriptor/filter/condition-params.ts';
import type { Filter } from '../../../src/descriptor/filter/filter.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { fillTemplate } from '../../../src/fields/problems/fill-template.ts';
import type { Language } from '../../../src/fields/problems/languages.ts';
import { textIn } from '../../../src/fields/problems/localized-text.ts';
import { requireEntry, requireValue } from '../../../src/fields/require-entry.ts';
import { compared } from '../../support/compared-things.ts';
import { throughBuilder } from '../../support/conditions-by-place.ts';
import { condition } from '../../support/random-conditions.ts';

const descriptor = toDescriptor({ resources: compared });
const things = requireEntry(descriptor.resources, 'things');

/** A filter in the sentences of the screens, and in the signs of a problem. */
const wordings: Record<string, (asked: Filter, language: Language) => string> = {
  sentences(asked, language) {
    const { structure, operators } = { en: english, de: german }[language];
    return filterWords(things, asked, {
      filterTexts: structure.filter,
      say: (text) => textIn(text, language),
      operatorText: (operator, value) => fillTemplate(operators[operator].sentence, { value }),
    });
  },
  signs: (asked, language) => String(conditionParams(things, asked)[`condition_${language}`]),
};

describe.each(Object.keys(wordings))('the %s of a condition', (kind) => {
  const wordsOf = (asked: Filter) =>
    (['en', 'de'] as const).map((language) => requireValue(wordings[kind], kind)(asked, language));

  test('are the same after the builder has shown it', () => {
    fc.assert(
      fc.property(condition, (text) => {
        const [read, built] = throughBuilder(things, descriptor, text);

        expect(wordsOf(built)).toEqual(wordsOf(read));
      }),
      { numRuns: 500 },
    );
  });

  test('tell conditions apart that differ in what belongs together', () => {
    const [a, b, c] = ['done', 'count > 1', "label = 'a'"];
    const different = [
      `${a} and ${b} and ${c}`,
      `${a} or ${b} or ${c}`,
      `${a} and ${b} or ${c}`,
      `${a} and (${b} or ${c})`,
      `not (${a} and ${b}) and ${c}`,
      `not (${a} and ${b} and ${c})`,
      `not ${a} and ${b} and ${c}`,
      `not (${a} or ${b}) or ${c}`,
      `not (${a} or ${b} or ${c})`,
      `count(things.next where ${a} and ${b}) >= 1 and ${c}`,
      `count(things.next where ${a}) >= 1 and ${b} and ${c}`,
      `count(things.next where ${a}) >= 1 and count(things.next where ${b}) >= 1 and ${c}`,
      `count(things.next where not ${a}) >= 1 and ${b}`,
      `not count(things.next where ${a}) >= 1 and ${b}`,
      `count(things.next where ${a} or ${b}) >= 1 or ${c}`,
      `count(things.next where ${a}) >= 1 or ${b} or ${c}`,
      `count(things.next where ${a} and ${b}) > 1 and ${c}`,
      `count(things.next where ${a}) > 1 and ${b} and ${c}`,
      `next.done and ${b} and ${c}`,
      `not next.done and ${b} and ${c}`,
      `not (next.done and ${b}) and ${c}`,
      `(${a} = (${b})) and ${c}`,
      `${a} = ((${b}) and ${c})`,
    ];
    const words = different.map((text) => wordsOf(throughBuilder(things, descriptor, text)[0]));

    for (const at of [0, 1] as const) {
      const said = words.map((each) => each[at]);
      expect(said.filter((each, index) => said.indexOf(each) !== index)).toEqual([]);
    }
  });
});
