import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';

/** The first stop of the Tab key: past the menu, straight to the page. */
export function SkipLink() {
  const translate = useTranslate();
  return <Link href="#main-content">{translate('ra.navigation.skip_nav')}</Link>;
}

const Link = styled('a')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  top: 8,
  left: 8,
  padding: '8px 16px',
  borderRadius: 8,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  fontWeight: 600,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
}));
