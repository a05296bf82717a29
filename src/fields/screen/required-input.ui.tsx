import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import { useTheme } from '@mui/material/styles';
import { useMemo, type ComponentProps, type ReactNode } from 'react';

/**
 * Tells a screen reader that the inputs inside are required: react-admin's inputs only draw a star.
 * They all end in a text field of MUI, which takes it from here, without a second star.
 * An optional input is wrapped too: one that becomes required as one types must keep its text.
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
  // A theme names defaults in the older of the two ways that are read here.
  return <DefaultPropsProvider value={value as Defaults}>{children}</DefaultPropsProvider>;
}

type Defaults = ComponentProps<typeof DefaultPropsProvider>['value'];

function withProps(component: { defaultProps?: object } | undefined, props: object): object {
  return { ...component, defaultProps: { ...component?.defaultProps, ...props } };
}
