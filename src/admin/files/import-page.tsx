import { Box, Alert } from '@mui/material';
import { useSearchParams } from 'react-router-dom';
import { PageTitle } from '../kit/page-title.tsx';
import { useTexts } from '../messages/texts.ts';
import { useConfig } from '../client/config.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { TextLink } from '../kit/text-link.tsx';
import { useText } from '../messages/use-text.ts';
import { FileUpload } from './file-upload.tsx';
import { resourcesFor } from '../shell/core-pages.ts';

/** Where an import starts: the user sends a file, and its job has a page of its own. */
export function ImportPage() {
  const texts = useTexts('files');
  return (
    <>
      <PageTitle title={texts.import} />
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 760 }}>
        <ImportChooser />
        <TextLink to="/tools/jobs" sx={{ justifySelf: 'start' }}>
          {texts.allJobs}
        </TextLink>
      </Box>
    </>
  );
}

/** The collection to import into, and the file. */
export function ImportChooser() {
  const texts = useTexts('files');
  const say = useText();
  const { descriptor, role } = useConfig();
  const [search, setSearch] = useSearchParams();
  const resources = resourcesFor(descriptor, role, 'import');
  const requestedName = search.get('into');
  // A collection that a page fills is rarely imported.
  const filled = new Set(descriptor.app.pages.map(({ fills }) => fills));
  const first = resources.find(({ name }) => !filled.has(name)) ?? resources[0];
  const resource = resources.find(({ name }) => name === requestedName) ?? first;
  if (!resource) return <Alert severity="info">{texts.noCollections}</Alert>;
  return (
    <>
      <NativeSelect
        label={texts.collection}
        value={resource.name}
        options={resources.map(({ name, label }) => [name, say(label)])}
        onChange={(into) => setSearch({ into }, { replace: true })}
      />
      <FileUpload key={resource.name} resource={resource} />
    </>
  );
}
