import { useConfig } from '../client/config.tsx';
import type { Text } from '../../fields/type/field.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { useLanguage } from '../messages/language.ts';
import { useText } from '../messages/use-text.ts';
import { useNumberFormat } from './formats/use-number-format.ts';
import { useTexts } from '../messages/texts.ts';

/** Everything needed to write text: texts of the screens, texts of the descriptor, numbers, and the language. */
export function useI18n() {
  return {
    texts: useTexts('app'),
    say: useText(),
    number: useNumberFormat(),
    language: useLanguage(),
  };
}

/** The labels of what a descriptor declares, by name. A name that it does not declare stays as it is. */
export function useLabels(of?: Descriptor) {
  const own = useConfig().descriptor;
  const say = useText();
  const { resources, roles } = of ?? own;
  const labelOr = (name: string, declared: { label: Text } | undefined): string =>
    declared ? say(declared.label) : name;
  const ofResource = (name: string): string => labelOr(name, resources.get(name));
  const ofField = (resource: string, name: string): string =>
    labelOr(name, resources.get(resource)?.fields.get(name));
  return {
    ofRole: (name: string): string => labelOr(name, roles.get(name)),
    ofResource,
    ofResources: (names: readonly string[]): string => names.map(ofResource).join(', '),
    ofField,
    ofFields: (resource: string, names: readonly string[]): string =>
      names.map((name) => ofField(resource, name)).join(', '),
  };
}
