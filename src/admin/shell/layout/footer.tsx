import { Box, Link } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import { useNow } from '../../kit/use-now.ts';
import { TextLink } from '../../kit/text-link.tsx';

/** Year, version and the link to the public site; the version links to the page about the server. */
export function Footer() {
  const translate = useTranslate();
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
      <TextLink to="/info/overview" color="inherit" title={translate('layout.systemInfo')}>
        {translate('layout.version', { version })}
      </TextLink>
      {publicSite === undefined ? null : (
        <Link href={publicSite} color="inherit" rel="noopener noreferrer" sx={{ ml: 'auto' }}>
          {translate('layout.publicSite')}
        </Link>
      )}
    </Box>
  );
}
