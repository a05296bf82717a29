import { Button } from '@mui/material';
import { useState } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { Choice } from '../../kit/choice.tsx';
import { useText } from '../../messages/use-text.ts';
import { ExportDialog } from '../../files/export-dialog.tsx';
import { ToolFrame } from '../../kit/tool-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Any collection as a file. */
export function ExportCard() {
  const { collection, export: texts, tools } = useTexts('transfer');
  const { descriptor, role } = useConfig();
  const say = useText();
  const resources = [...descriptor.resources.values()].filter((resource) =>
    mayDo(descriptor, role, resource, 'export'),
  );
  const [name, setName] = useState(resources[0]?.name ?? '');
  const [isOpen, setOpen] = useState(false);
  return (
    <ToolFrame title={texts.run} lead={tools.exportLead}>
      <Choice
        label={collection}
        value={name}
        options={resources.map((resource) => [resource.name, say(resource.label)])}
        onChange={setName}
      />
      <Button variant="contained" sx={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
        {tools.export}
      </Button>
      {isOpen && (
        <ResourceContextProvider value={name}>
          <ExportDialog chosen={{ filter: {} }} onClose={() => setOpen(false)} />
        </ResourceContextProvider>
      )}
    </ToolFrame>
  );
}
