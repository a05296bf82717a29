import { Box, Typography } from '@mui/material';
import { mayDo } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { DuplicateRule } from '../../../descriptor/duplicates.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { Choice } from '../../kit/choice.tsx';
import { useAddressFilters } from '../../kit/use-address-filters.ts';
import { useText } from '../../messages/use-text.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { ReferenceProvider } from '../../kit/reference-provider.tsx';
import { Status } from '../../kit/status/status.tsx';
import { LatestMerges } from './latest-merges.tsx';
import { SameGroups } from './same-groups.tsx';
import { SimilarPairs } from './similar-pairs.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Finds records that were entered twice, by the rules of their collection, and merges them. */
export function DuplicatesPage() {
  const texts = useTexts('duplicates');
  const say = useText();
  const { descriptor, role } = useConfig();
  const { filters, set } = useAddressFilters(['resource', 'rule']);
  const resources = comparable(descriptor, role);
  const resource = resources.find(({ name }) => name === filters.resource) ?? resources[0];
  const rule = resource?.duplicates.find((each) => keyOf(each) === filters.rule);
  const chosen = rule ?? resource?.duplicates[0];
  const mayMerge = (of: Resource): boolean =>
    (['read', 'update', 'delete'] as const).every((each) => mayDo(descriptor, role, of, each));
  const mayUndo = (of: Resource): boolean => mayMerge(of) && mayDo(descriptor, role, of, 'create');
  const nameOf = (of: Resource, { field, by }: DuplicateRule): string =>
    fillTemplate(texts.ways[by], { field: say(of.fields.get(field)!.label) });
  return (
    <Box sx={{ maxWidth: 1080, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <PageTitle title={texts.title} />
      <Typography color="text.secondary">{texts.lead}</Typography>
      {resource === undefined || chosen === undefined ? (
        <Typography component={Status}>{texts.none}</Typography>
      ) : (
        <ReferenceProvider>
          <Box sx={choicesSx}>
            <Choice
              label={texts.collection}
              value={resource.name}
              options={resources.map((each) => [each.name, say(each.label)] as const)}
              onChange={(name) => set({ resource: name, rule: '' })}
            />
            <Choice
              label={texts.by}
              value={keyOf(chosen)}
              options={resource.duplicates.map((each) => [keyOf(each), nameOf(resource, each)])}
              onChange={(next) => set({ resource: resource.name, rule: next })}
            />
          </Box>
          {chosen.by === 'similarity' ? (
            <SimilarPairs
              key={`${resource.name} ${keyOf(chosen)}`}
              resource={resource}
              rule={chosen}
              mayMerge={mayMerge(resource)}
            />
          ) : (
            <SameGroups
              key={`${resource.name} ${keyOf(chosen)}`}
              resource={resource}
              rule={chosen}
              mayMerge={mayMerge(resource)}
            />
          )}
          {mayUndo(resource) && <LatestMerges resource={resource} />}
        </ReferenceProvider>
      )}
    </Box>
  );
}

function keyOf({ field, by }: DuplicateRule): string {
  return `${field}:${by}`;
}

function comparable({ resources, ...rest }: Descriptor, role: string): Resource[] {
  return [...resources.values()].filter(
    (resource) =>
      resource.duplicates.length > 0 && mayDo({ resources, ...rest }, role, resource, 'list'),
  );
}

const choicesSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  gap: 1.5,
  maxWidth: 640,
};
