import { Alert, Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useConfig } from '../../../client/config.tsx';
import { toListPath } from '../../../kit/screen-paths.ts';
import { useText } from '../../../messages/use-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { created, removeCreated } from './created.ts';

/** Leads to the collections that the person has made, once they are applied. */
export function CreatedNotes() {
  const { resources } = useConfig().descriptor;
  return created.use().map(({ name }) => {
    const resource = resources.get(name);
    return resource && <CreatedNote key={name} resource={resource} />;
  });
}

function CreatedNote({ resource }: { resource: Resource }) {
  const texts = useTexts('structure-new');
  const say = useText();
  return (
    <Alert severity="success" sx={{ mb: 1.5 }} onClose={() => removeCreated(resource.name)}>
      {fillTemplate(texts.created, { name: say(resource.label) })}
      <Box sx={{ mt: 0.5 }}>
        <Button
          component={Link}
          to={toListPath(resource)}
          onClick={() => removeCreated(resource.name)}
          color="inherit"
          variant="outlined"
        >
          {texts.openList}
        </Button>
      </Box>
    </Alert>
  );
}
