import { z } from 'zod';
import { valueCheck, type ValueMistake } from '../problems/value-check.ts';
import type { Column } from './field-type.ts';
import type { Text } from './field.ts';
import { languages } from '../problems/languages.ts';
import { localizedText, textIn } from '../problems/localized-text.ts';
import type { ProblemParams } from '../problems/problem.ts';

export const choiceColors = ['neutral', 'primary', 'info', 'success', 'warning', 'danger'] as const;

export type ChoiceValue = string | number;
export type Choice = {
  value: ChoiceValue;
  was?: ChoiceValue;
  label?: string | Text;
  color?: (typeof choiceColors)[number];
  retired?: boolean;
};

export const choiceValue = z.union([z.string().trim().min(1).max(200), z.int()]);

/** The choices, each declared once. */
export const choiceShape = {
  choices: z
    .array(
      z.union([
        choiceValue,
        z.strictObject({
          value: choiceValue.describe('The value that is stored and used in files.'),
          was: choiceValue
            .optional()
            .describe('The previous value; records and their history change to the new one.'),
          label: localizedText.optional().describe('The label: one text, or one per language.'),
          color: z.enum(choiceColors).optional().describe('The colour of the chip.'),
          retired: z
            .boolean()
            .optional()
            .describe(
              'No record can be changed to this value. Records that have it keep it, and filters find it.',
            ),
        }),
      ]),
    )
    .min(1)
    .max(500)
    .describe(
      'The choices in display order: either text or whole numbers, each as a plain value or as `{ "value", "label", "color", "was", "retired" }`. In place of the list, `"$roles"` has the roles of the descriptor.',
    ),
};

/** The setting `choices` of `choice` and `choices`. */
export const choiceSettings = z.strictObject(choiceShape).superRefine(checkChoices);

export type ChoiceSettings = z.output<typeof choiceSettings>;

/** The values are of one kind and different, and no previous value is still one of them. */
export function checkChoices(
  settings: Pick<ChoiceSettings, 'choices'>,
  context: z.core.$RefinementCtx,
): void {
  const values = choiceValues(settings);
  const refuse = (index: number, message: string) =>
    context.addIssue({ code: 'custom', path: ['choices', index], message });
  values.forEach((value, index) => {
    if (typeof value !== typeof values[0])
      refuse(index, 'must be of the same kind as the others: all text or all numbers');
    if (values.indexOf(value) < index) refuse(index, 'is listed twice');
  });
  if (offersOf(settings).offered.length === 0)
    context.addIssue({
      code: 'custom',
      path: ['choices'],
      message: 'must have at least one choice that is not retired',
    });
  toChoices(settings).forEach(({ was }, index) => {
    if (was === undefined) return;
    if (values.includes(was))
      refuse(index, 'names a previous value that is still one of the choices');
    if (typeof was !== typeof values[0])
      refuse(index, 'names a previous value of a different kind than the choices');
  });
}

/** The choices in their long form. */
export function toChoices({ choices }: Pick<ChoiceSettings, 'choices'>): Choice[] {
  return choices.map((choice) => (typeof choice === 'object' ? choice : { value: choice }));
}

/** The values that can be chosen, and those that only stay where they are. */
export function offersOf(settings: Pick<ChoiceSettings, 'choices'>) {
  const choices = toChoices(settings);
  const values = (are: readonly Choice[]): ChoiceValue[] => are.map(({ value }) => value);
  return {
    offered: values(choices.filter(({ retired }) => retired !== true)),
    retired: values(choices.filter(({ retired }) => retired === true)),
    label: (value: ChoiceValue, language: string) => choiceLabel(value, settings, language),
  };
}

/** The choices that had another name before. */
export function renamedChoices(
  settings: Pick<ChoiceSettings, 'choices'>,
): { from: ChoiceValue; to: ChoiceValue }[] {
  return toChoices(settings).flatMap(({ was, value }) =>
    was === undefined ? [] : [{ from: was, to: value }],
  );
}

export function choiceColumn(settings: ChoiceSettings): Column {
  return { sql: hasNumbers(settings) ? 'bigint' : 'text' };
}

/** Values as programs write them, and for people their labels in each language, for a placeholder. */
export function choiceParams(
  name: string,
  values: readonly unknown[],
  settings: ChoiceSettings,
): ProblemParams {
  const named = languages.map((language) => [
    `${name}_${language}`,
    values.map((value) => choiceLabel(value, settings, language)).join(', '),
  ]);
  const isLabelled = named.some(([, text]) => text !== values.join(', '));
  return {
    [name]: values.join(', '),
    ...(isLabelled && (Object.fromEntries(named) as ProblemParams)),
  };
}

/** The label of a choice in a language; the value itself if it has none. */
export function choiceLabel(
  value: unknown,
  settings: Pick<ChoiceSettings, 'choices'>,
  language: string,
): string {
  const choice = toChoices(settings).find((each) => each.value === value);
  return textIn(choice?.label ?? String(value), language);
}

/**
 * The rule of one choice; its hint names the choice that differs only in case. For any other value the problem lists
 * the choices: "not a number" would not help people who do not know the numbers.
 */
export function choiceRule(settings: ChoiceSettings): z.ZodType<ChoiceValue> {
  const values = choiceValues(settings);
  const { offered } = offersOf(settings);
  return z
    .any()
    .check(
      valueCheck((value: ChoiceValue): ValueMistake | undefined => {
        if (values.includes(value)) return undefined;
        const near = offered.find(
          (each) => String(each).toLowerCase() === String(value).trim().toLowerCase(),
        );
        return {
          code: 'V008',
          params: choiceParams('choices', offered, settings),
          ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
        };
      }),
    )
    .meta({ enum: values, type: hasNumbers(settings) ? 'integer' : 'string' });
}

/** Numbers arrive as text from files and query strings. */
function readChoice(written: unknown, settings: ChoiceSettings): unknown {
  const isNumeral = typeof written === 'string' && /^\s*-?\d+\s*$/.test(written);
  return isNumeral && hasNumbers(settings) ? Number(written) : written;
}

/** The rule of a choice in a filter. */
export function choiceOperand(settings: ChoiceSettings) {
  return z.preprocess((written) => readChoice(written, settings), choiceRule(settings));
}

/** Reads a choice in a file: a value, or its name in any language, as screens and people write it. */
export function readWrittenChoice(written: string, settings: ChoiceSettings): unknown {
  if (choiceValues(settings).some((value) => String(value) === written)) {
    return readChoice(written, settings);
  }
  // `µ` has two code points, and a keyboard writes either.
  const same = written.normalize('NFKC');
  const plain = same.toLowerCase();
  const called = toChoices(settings).filter(({ value, label = {} }) => {
    const texts = typeof label === 'string' ? [label] : Object.values(label);
    const isValue = String(value).normalize('NFKC') === same;
    return isValue || texts.some((text) => text.normalize('NFKC').toLowerCase() === plain);
  });
  // A name that two choices have, in any of the languages, means neither.
  const [only, ...more] = called;
  return only && more.length === 0 ? only.value : readChoice(written, settings);
}

export function choiceValues(settings: Pick<ChoiceSettings, 'choices'>): ChoiceValue[] {
  return toChoices(settings).map(({ value }) => value);
}

function hasNumbers(settings: ChoiceSettings): boolean {
  return typeof choiceValues(settings)[0] === 'number';
}
