import { useConfig } from '../../client/config.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { uiOf } from '../../resource/field-value.tsx';

/** The words for the status of a user: the label that the descriptor gives it, else ours, and what it means. */
export function useStatusWords(): (status: string) => { label: string; meaning: string } {
  const { statuses, meanings } = useTexts('people');
  const { texts, language } = useI18n();
  const field = useConfig().descriptor.resources.get('users')?.fields.get('status');
  const choices = field && uiOf(field).options?.(field, language, texts.values);
  return (status) => {
    const own = choices?.find(({ value }) => value === status)?.label;
    const known = isKnown(status, statuses);
    // A choice without a label is shown as its value.
    const isNamed = own !== undefined && own !== status;
    const ours = known ? statuses[status] : status;
    return { label: isNamed ? own : ours, meaning: known ? meanings[status] : '' };
  };
}

function isKnown<Words extends object>(name: string, words: Words): name is string & keyof Words {
  return Object.hasOwn(words, name);
}
