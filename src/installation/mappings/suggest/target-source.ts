import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { wordsColumn } from '../../../store/schema/place.ts';
import { foldSql } from '../../../store/schema/fold-function.ts';
import { resourceNamed } from '../../resource-named.ts';
import { kinds, type Kind } from '../kinds.ts';
import { termSql } from '../term-sql.ts';

/** A table `t` with targets. One column has all words of a record, folded, and a trigram index. */
type Source = {
  from: string;
  where: string;
  target: string;
  name: string;
  note: string;
  /** The names of the target itself and its other names, each an array of texts in lower case. */
  names: string;
  others: string;
  words: string;
  number?: string;
};

/** The targets that terms of a kind may have. */
export function sourceOf(descriptor: Descriptor, kind: Kind): Source {
  const { of = 'mappings' } = kinds[kind];
  const words = (fallback: string) =>
    wordsColumn(resourceNamed(descriptor, of), 't.') ?? foldSql(fallback);
  if (of === 'chems')
    return {
      from: 'chems t',
      where: `t.status is distinct from 'deprecated'`,
      target: 't._id',
      name: 't."commonName"',
      note: 't."casId"',
      names: `array[lower(t."commonName")]`,
      others: `array_append(array(select lower(s) from unnest(t.synonyms) s), lower(coalesce(t."iupacName", '')))`,
      words: words('t."commonName"'),
      number: 't."casId"',
    };
  if (of === 'chemFunctions')
    return {
      from: '"chemFunctions" t',
      where: 'true',
      target: 't._id',
      name: 't.name',
      note: 't.key',
      names: `array[lower(t.name), lower(t.key)]`,
      others: `array(select lower(s) from unnest(t."rawTerms") s)`,
      words: words('t.name'),
    };
  return {
    from: 'mappings t',
    where: `t."mappingType" = '${kind}' and t.status = 'approved' and t.target is not null`,
    target: 't.target',
    name: `coalesce(t."targetName", t.target)`,
    note: 't.target',
    names: `array[lower(t.target), lower(coalesce(t."targetName", t.target))]`,
    others: `array[${termSql('t."rawTerm"')}]`,
    words: words('t."rawTerm"'),
  };
}
