import CloseIcon from '@mui/icons-material/Close';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import { Box, Button, Drawer, IconButton, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { use, useId } from 'react';
import { useLocation } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Keys } from '../../kit/keys/keys.tsx';
import { OwnHelpContext } from '../../kit/own-help.ts';
import { closePalette, showKeys } from '../../kit/palette-state.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useLanguage } from '../../messages/language.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { docsPages, toHelpPath, type DocsPage, type DocsPlace } from './docs-pages.ts';
import { docsOf, findHelp } from './help-screens.ts';

/** Help for one screen, in the language of the user. */
type Help = {
  about: string;
  steps: readonly string[];
  keys?: Readonly<Record<string, string>>;
  docs: DocsPlace;
};

/** Explains the page: its purpose, useful steps, keys, and a link to the documentation. */
export function HelpPanel() {
  const texts = useTexts('help');
  const id = useId();
  const isEnglish = useLanguage() === 'en';
  const { helps, isLoading } = useHelps();
  return (
    <Drawer
      open
      anchor="right"
      onClose={closePalette}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, sx: paperSx },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={id} variant="h6" component="h2" sx={{ flex: 1 }}>
          {texts.title}
        </Typography>
        <IconButton autoFocus aria-label={texts.close} onClick={closePalette}>
          <CloseIcon />
        </IconButton>
      </Box>
      {!isLoading && helps.length === 0 && <Typography>{texts.noHelp}</Typography>}
      {helps.map((help) => (
        <HelpText key={help.about} {...help} />
      ))}
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 3 }}>
        <Button size="small" onClick={showKeys}>
          {texts.allKeys}
        </Button>
        <DocsLink path="/help">{texts.all}</DocsLink>
        {!isEnglish && <Hint>{texts.inEnglish}</Hint>}
      </Box>
    </Drawer>
  );
}

const paperSx = {
  width: { xs: '100%', sm: 400 },
  px: 2.5,
  py: 1.5,
  overflowWrap: 'anywhere',
};

function HelpText({ about, steps, keys = {}, docs }: Help) {
  const texts = useTexts('help');
  const [page] = docs.split('#') as [DocsPage];
  return (
    <Box sx={{ '& + &': { mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' } }}>
      <Typography sx={{ mb: 2 }}>{about}</Typography>
      <Typography variant="subtitle2" component="h3">
        {texts.steps}
      </Typography>
      <Box component="ul" sx={{ m: 0, mb: 2, pl: 2.5, '& li': { py: 0.375 } }}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Box>
      {Object.keys(keys).length > 0 && (
        <>
          <Typography variant="subtitle2" component="h3">
            {texts.keys}
          </Typography>
          <Box component="dl" sx={keysSx}>
            {Object.entries(keys).map(([combination, text]) => (
              <div key={combination}>
                <dt>{text}</dt>
                <dd>
                  <Keys of={[combination]} />
                </dd>
              </div>
            ))}
          </Box>
        </>
      )}
      <DocsLink path={toHelpPath(docs)}>{texts.more.replace('{title}', docsPages[page])}</DocsLink>
    </Box>
  );
}

const keysSx = {
  m: 0,
  mb: 2,
  fontSize: '0.875rem',
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 },
  '& > div + div': { borderTop: 1, borderColor: 'divider' },
  '& dd': { flexShrink: 0, m: 0 },
};

/** Opens a page of the documentation beside the page that the user works on, which may have unsaved changes. */
function DocsLink({ path, children }: { path: string; children: string }) {
  const texts = useTexts('help');
  return (
    <Link
      href={path}
      target="_blank"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: 24 }}
    >
      <span>
        {children} <span style={visuallyHidden}>{texts.newTab}</span>
      </span>
      <OpenInNewIcon aria-hidden sx={{ fontSize: '1rem' }} />
    </Link>
  );
}

/** The help of the installation comes first: it says what is particular here. */
function useHelps(): { helps: Help[]; isLoading: boolean } {
  const { screens } = useTexts('help');
  const say = useText();
  const { descriptor } = useConfig();
  const { pathname } = useLocation();
  const { screen, own } = findHelp(descriptor, pathname);
  const load = own === undefined ? undefined : use(OwnHelpContext)[own];
  const { data, isLoading } = useQuery({
    queryKey: ['help', own],
    queryFn: () => load?.() ?? null,
    enabled: load !== undefined,
    staleTime: Infinity,
  });
  const ofInstallation = data && {
    about: say(data.about),
    steps: data.steps.map(say),
    keys: Object.fromEntries(Object.entries(data.keys ?? {}).map(([k, text]) => [k, say(text)])),
    docs: data.docs as DocsPlace,
  };
  const ofProduct = screen && { ...screens[screen], docs: docsOf[screen] };
  return { helps: [ofInstallation, ofProduct].flatMap((each) => each ?? []), isLoading };
}
