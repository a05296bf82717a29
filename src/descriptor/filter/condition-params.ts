import { choiceLabel, type ChoiceSettings } from '../../fields/type/choice-list.ts';
import { languages, type Language } from '../../fields/problems/languages.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import type { ProblemParams } from '../../fields/problems/problem.ts';
import type { Resource } from '../descriptor.ts';
import { isBefore, nowPath } from '../expression/before.ts';
import { findField } from '../system-fields.ts';
import { fieldsOfFilter, formatFilter, type FilterNames } from './declared-filter.ts';
import type { Filter } from './filter.ts';

type Fields = Pick<Resource, 'fields'> & Partial<Pick<Resource, 'through'>>;

/**
 * A condition for a placeholder: in signs for programs, and with the labels of fields and choices for people; `fields`
 * are those that it is about. `owner`: the collection of the reference, for its filter.
 */
export function conditionParams(
  resource: Fields,
  filter: Filter,
  owner: Fields = resource,
): ProblemParams {
  const inLanguages = languages.map((language) => [
    `condition_${language}`,
    formatFilter(filter, '', namesIn(resource, owner, language)),
  ]);
  return {
    condition: formatFilter(filter),
    fields: fieldsOfFilter({ unresolved: filter }).join(', '),
    ...(Object.fromEntries(inLanguages) as ProblemParams),
  };
}

const ofThisRecord: Record<Language, (label: string) => string> = {
  en: (label) => `${label} of this record`,
  de: (label) => `${label} dieses Datensatzes`,
};

const beforeTheChange: Record<Language, (label: string) => string> = {
  en: (label) => `${label} before the change`,
  de: (label) => `${label} vor der Änderung`,
};

function namesIn(resource: Fields, owner: Fields, language: Language): FilterNames {
  const labelIn = (place: Fields, path: string) => {
    const label = (findField(place, nowPath(path)) ?? place.through?.get(path))?.label;
    if (!label) return path;
    const text = textIn(label, language);
    return isBefore(path) ? beforeTheChange[language](text) : text;
  };
  return {
    field: (path) => labelIn(resource, path),
    owner: (path) => ofThisRecord[language](labelIn(owner, path)),
    value(path, written) {
      const field = findField(resource, nowPath(path));
      if (!field?.kind.offers) return written;
      return choiceLabel(written, field.settings as ChoiceSettings, language);
    },
  };
}
