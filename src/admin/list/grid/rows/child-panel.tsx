import { Box, Tab, Tabs } from '@mui/material';
import { useId, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../../descriptor/title.ts';
import { ChildTable } from '../../../record/children/child-table.tsx';
import { useChildren } from '../../../record/children/use-children.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

/** The child lists of a record below its row. Each loads by one request when it is first opened. */
export function ChildPanel({ record }: { record: RaRecord }) {
  const { resource } = useResource();
  const lists = useChildren();
  const { texts, say } = useI18n();
  const id = useId();
  const [current, setCurrent] = useState(0);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([0]));
  const label = fillTemplate(texts.rows.listsOf, { title: displayTitle(resource, record) });
  const [only] = lists;
  if (lists.length === 1 && only) {
    return (
      <Box role="group" aria-label={label} sx={{ p: 1.5 }}>
        <ChildTable list={only} id={record.id} heading={say(only.label)} />
      </Box>
    );
  }
  return (
    <Box role="group" aria-label={label} sx={{ px: 1.5, pb: 1.5 }}>
      <Tabs
        value={current}
        onChange={(_, tab: number) => {
          setCurrent(tab);
          setOpened(new Set([...opened, tab]));
        }}
        variant="scrollable"
        aria-label={label}
        sx={{ minHeight: 36, mb: 1, '& .MuiTab-root': { minHeight: 36, py: 0.5 } }}
      >
        {lists.map((list, index) => (
          <Tab
            key={index}
            label={say(list.label)}
            id={`${id}tab${index}`}
            aria-controls={`${id}panel${index}`}
          />
        ))}
      </Tabs>
      {lists.map((list, index) => (
        <Box
          key={index}
          id={`${id}panel${index}`}
          role="tabpanel"
          aria-labelledby={`${id}tab${index}`}
          hidden={index !== current}
        >
          {opened.has(index) && <ChildTable list={list} id={record.id} />}
        </Box>
      ))}
    </Box>
  );
}
