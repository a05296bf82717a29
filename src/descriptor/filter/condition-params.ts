import { choiceLabel, type ChoiceSettings } from '../../fields/type/choice-list.ts';
import { languages } from '../../fields/problems/languages.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import type { ProblemParams } from '../../fields/problems/problem.ts';
import type { Resource } from '../descriptor.ts';
import { findField } from '../system-fields.ts';
import { fieldsOfFilter, formatFilter, type FilterNames } from './declared-filter.ts';
import type { Filter } from './filter.ts';

/** A condition for a placeholder: in signs for programs, and with the labels of fields and choices for people;
 * `fields` are those that it is about. */
export function conditionParams(resource: Pick<Resource, 'fields'>, filter: Filter): ProblemParams {
  const inLanguages = languages.map((language) => [
    `condition_${language}`,
    formatFilter(filter, '', namesIn(resource, language)),
  ]);
  return {
    condition: formatFilter(filter),
    fields: fieldsOfFilter({ unresolved: filter }).join(', '),
    ...(Object.fromEntries(inLanguages) as ProblemParams),
  };
}

function namesIn(resource: Pick<Resource, 'fields'>, language: string): FilterNames {
  return {
    field(path) {
      const label = findField(resource, path)?.label;
      return label ? textIn(label, language) : path;
    },
    value(path, written) {
      const field = findField(resource, path);
      if (!field?.kind.offers) return written;
      return choiceLabel(written, field.settings as ChoiceSettings, language);
    },
  };
}
