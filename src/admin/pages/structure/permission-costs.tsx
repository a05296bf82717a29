import { Box, Typography } from '@mui/material';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { usePermissionCosts } from './use-structure.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';

/** What row permissions cost the lists, and which writes judge the checks over other records. */
export function PermissionCostsView({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('structure');
  const say = useText();
  const write = useNumberFormat();
  const { data, error } = usePermissionCosts();
  if (error || !data) return <QueryState error={error} isPending loading={texts.costs.loading} />;
  const nameOf = (name: string): string => {
    const resource = descriptor.resources.get(name);
    return resource ? say(resource.label) : name;
  };
  const roleOf = (name: string): string => {
    const role = descriptor.roles.get(name);
    return role ? say(role.label) : name;
  };
  const namesOf = (names: readonly string[]): string => names.map(nameOf).join(', ') || '–';
  const { lists, checks } = data;
  if (lists.length + checks.length === 0) return null;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography variant="h2">{texts.costs.title}</Typography>
      <Typography sx={{ mb: 1, color: 'text.secondary' }}>{texts.costs.lead}</Typography>
      {lists.length > 0 && (
        <FactsTable
          label={texts.costs.lists}
          columns={[
            texts.costs.role,
            texts.costs.list,
            texts.costs.asks,
            { label: texts.costs.factor, align: 'right' },
            texts.costs.whole,
          ]}
          rows={lists.map(({ role, resource, reads, factor, scans }) => ({
            key: `${role} ${resource}`,
            cells: [
              roleOf(role),
              nameOf(resource),
              namesOf(reads),
              `${write(factor)} ×`,
              scans.map((scan) => `${nameOf(scan.resource)} (${write(scan.rows)})`).join(', ') ||
                '–',
            ],
          }))}
        />
      )}
      {checks.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <FactsTable
            label={texts.costs.checks}
            columns={[
              texts.costs.list,
              texts.costs.check,
              texts.costs.judgedWith,
              texts.costs.reads,
            ]}
            rows={checks.map(({ resource, index, expression, judgedWith, reads }) => ({
              key: `${resource} ${index}`,
              cells: [
                nameOf(resource),
                <code key="check">{expression}</code>,
                namesOf(judgedWith),
                namesOf(reads),
              ],
            }))}
          />
        </Box>
      )}
    </Box>
  );
}
