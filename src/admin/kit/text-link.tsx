import Link, { type LinkProps } from '@mui/material/Link';
import { Link as RouterLink, type To } from 'react-router-dom';

/** A link to a page of the app, in the colour of links. */
export function TextLink(props: Omit<LinkProps, 'href'> & { to: To }) {
  return <Link component={RouterLink} {...props} />;
}
