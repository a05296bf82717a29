import { requireItem } from '../../../fields/require-entry.ts';
import StructureIcon from '@mui/icons-material/AccountTreeOutlined';
import SampleIcon from '@mui/icons-material/AutoAwesomeOutlined';
import ImportIcon from '@mui/icons-material/FileUploadOutlined';
import { Alert, Box, Button, Card, Typography } from '@mui/material';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mayConfigure } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { toImportPath } from '../../kit/screen-paths.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { resourcesFor } from '../core-pages.ts';
import { LoadSample } from './load-sample.tsx';

type FirstVisitProps = {
  /** Whether the installation has sample data that the user may load. */
  hasSample: boolean;
  /** The list that shows it offers an import already. */
  isInList?: boolean;
};

/** The ways to begin in an installation without records, each only for those who may use it. */
export function FirstVisit({ hasSample, isInList = false }: FirstVisitProps) {
  const texts = useTexts('first-visit');
  const id = useId();
  const { descriptor, role } = useConfig();
  const mayDescribe = mayConfigure(descriptor, role);
  const mayImport = !isInList && resourcesFor(descriptor, role, 'import').length > 0;
  if (!hasSample && !mayDescribe && !mayImport)
    return isInList ? null : (
      <Alert severity="info" sx={{ mb: 2 }}>
        {texts.wait}
      </Alert>
    );
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 3, textAlign: 'left' }}>
      <Typography id={id} variant="h2" component="h3">
        {isInList ? texts.others : texts.title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 1.5 }}>
        {!isInList && texts.lead}
      </Typography>
      <Box component="ul" sx={waysSx}>
        {hasSample && (
          <Way icon={<SampleIcon aria-hidden />} {...texts.sample}>
            <LoadSample />
          </Way>
        )}
        {mayImport && (
          <Way icon={<ImportIcon aria-hidden />} {...texts.import}>
            <ImportChoice />
          </Way>
        )}
        {mayDescribe && (
          <Way icon={<StructureIcon aria-hidden />} {...texts.describe}>
            <Button variant="outlined" component={Link} to="/structure/new">
              {texts.describe.action}
            </Button>
          </Way>
        )}
      </Box>
    </Box>
  );
}

const waysSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
  gap: 1.5,
  m: 0,
  p: 0,
  maxWidth: 1100,
  listStyle: 'none',
};

type WayProps = { icon: ReactElement; title: string; text: string; children: ReactNode };

function Way({ icon, title, text, children }: WayProps) {
  return (
    <Card
      component="li"
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, p: 2, '& > svg': iconSx }}
    >
      {icon}
      <Typography variant="subtitle1" component="h4" sx={{ fontWeight: 650 }}>
        {title}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ flex: 1 }}>
        {text}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, mt: 1, justifyItems: 'stretch' }}>{children}</Box>
    </Card>
  );
}

const iconSx = { color: 'primary.main' };

/** The collection to import into. Those that others refer to come first in most descriptors, so no order is imposed. */
function ImportChoice() {
  const texts = useTexts('first-visit');
  const { say } = useI18n();
  const { descriptor, role } = useConfig();
  const resources = resourcesFor(descriptor, role, 'import');
  const [name, setName] = useState(requireItem(resources, 0).name);
  const chosen = resources.find((each) => each.name === name) ?? requireItem(resources, 0);
  return (
    <>
      <NativeSelect
        label={texts.import.into}
        value={chosen.name}
        options={resources.map((each) => [each.name, say(each.label)] as const)}
        onChange={setName}
      />
      <Button variant="outlined" component={Link} to={toImportPath(chosen)}>
        {texts.import.action}
      </Button>
    </>
  );
}
