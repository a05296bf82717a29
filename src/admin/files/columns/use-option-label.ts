import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { type JobSettings, requiredNames } from '../job-settings.ts';

/** Labels a field in a choice of fields, and says of a required one that it is. */
export function useOptionLabel(settings: JobSettings): (field: Field) => string {
  const { columns: texts } = useTexts('files');
  const { resource } = useResource();
  const say = useText();
  const required = requiredNames(resource, settings);
  return ({ name, label }) =>
    required.has(name) ? fillTemplate(texts.required, { name: say(label) }) : say(label);
}
