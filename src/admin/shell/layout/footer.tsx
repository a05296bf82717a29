import { Box, Link } from '@mui/material';
import { useConfig } from '../../client/config.tsx';
import { useNow } from '../../kit/use-now.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** Year, version and the link to the public site; the version links to the page about the server. */
export function Footer() {
  const texts = useTexts('app');
  const { descriptor, version } = useConfig();
  const { title, publicSite } = descriptor.app;
  return (
    <Box
      component="footer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        px: { xs: 1.5, sm: 2.5 },
        py: 1.5,
        color: 'text.secondary',
        fontSize: '0.8125rem',
        '@media print': { display: 'none' },
      }}
    >
      <span>
        © {useNow().getFullYear()} {title}
      </span>
      <TextLink to="/info/overview" color="inherit" title={texts.layout.systemInfo}>
        {fillTemplate(texts.layout.version, { version })}
      </TextLink>
      {publicSite === undefined ? null : (
        <Link href={publicSite} color="inherit" rel="noopener noreferrer" sx={{ ml: 'auto' }}>
          {texts.layout.publicSite}
        </Link>
      )}
    </Box>
  );
}
