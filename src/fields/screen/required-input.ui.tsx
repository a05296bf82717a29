import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import { useTheme } from '@mui/material/styles';
import { useMemo, type ComponentProps, type ReactNode } from 'react';

/**
 * Tells a screen reader that the inputs inside are required: react-admin's inputs only draw a star. They all end in an
 * MUI text field, which takes the mark from here, without a second star. It also wraps optional inputs: one that
 * becomes required while the user types must keep its text.
 */
export function RequiredInput({ is, children }: { is: boolean; children: ReactNode }) {
  const { components } = useTheme();
  const value = useMemo(
    () => ({
      ...components,
      ...(is && {
        MuiTextField: withProps(components?.MuiTextField, { required: true }),
        MuiInputLabel: withProps(components?.MuiInputLabel, { required: false }),
      }),
    }),
    [components, is],
  );
  // A theme names its defaults in the older of the two forms that MUI reads here.
  return <DefaultPropsProvider value={value as Defaults}>{children}</DefaultPropsProvider>;
}

type Defaults = ComponentProps<typeof DefaultPropsProvider>['value'];

function withProps(component: { defaultProps?: object } | undefined, props: object): object {
  return { ...component, defaultProps: { ...component?.defaultProps, ...props } };
}
