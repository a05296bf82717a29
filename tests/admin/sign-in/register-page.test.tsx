import { screen, waitFor } from '@testing-library/react';
import { http as msw, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { screenLibrary } from '../../support/screen-library.ts';
import { beSignedIn, fill, input, openVisitsOf, visit } from '../../support/visitor.ts';

const api = await openVisitsOf(screenLibrary);

const asked = {
  Name: 'Nora New',
  Email: 'nora@asks.example',
  Organisation: 'Asking Ltd',
  Password: 'seven green bicycles',
};

describe('the registration page', () => {
  // The first of all: what is loaded once is there at once.
  test('has its heading from the first paint, while its texts load', async () => {
    visit(api, '/register');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Register');
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();

    await screen.findByRole('button', { name: 'Register' });
  });

  test('opens from the sign-in page, and says that an admin must approve', async () => {
    const { user } = visit(api, '/login');

    await user.click(await screen.findByRole('link', { name: 'Register' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Register' })).toBeTruthy();
    expect(location.pathname).toBe('/register');
    expect(await screen.findByText(/All registrations are subject to approval/)).toBeTruthy();
    const kinds = await Promise.all(
      Object.keys(asked).map(async (label) => (await input(label)).autocomplete),
    );
    expect(kinds).toEqual(['name', 'username', 'organization', 'new-password']);
    expect(await input('Name')).toBe(document.activeElement);
  });

  test('checks all required fields, each in place, before it sends anything', async () => {
    const { user } = visit(api, '/register');

    await user.click(await screen.findByRole('button', { name: 'Register' }));

    for (const text of [
      'Enter your name.',
      'Enter an email address, such as name@example.org.',
      'Enter your organisation.',
      'Choose a password.',
      'Please accept the terms of use.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    const name = await input('Name');
    expect(name).toBe(document.activeElement);
    expect(document.getElementById(name.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Enter your name.',
    );
  });

  test('shows the terms, and how hard the password is to guess', async () => {
    const { user } = visit(api, '/register');

    await user.type(await input('Password'), 'abcdefgh');
    expect((await screen.findByRole('meter')).getAttribute('aria-valuetext')).toBe('very weak');
    await user.clear(await input('Password'));
    await user.type(await input('Password'), 'seven green bicycles');

    await waitFor(() =>
      expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('very strong'),
    );
    expect(screen.getByText(/An admin approves or rejects/)).toBeTruthy();
  });

  test('accepts a pasted password, which is hidden and available to password managers', async () => {
    const { user } = visit(api, '/register');
    const password = await input('Password');

    await user.click(password);
    await user.paste('seven green bicycles');

    expect(password.value).toBe('seven green bicycles');
    expect([password.type, password.autocomplete]).toEqual(['password', 'new-password']);
  });

  test('ends with the notice of the specification and a pending request', async () => {
    const { user } = visit(api, '/register');
    await fill(user, asked);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of use' }));

    await user.click(screen.getByRole('button', { name: 'Register' }));

    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain(
      'Registration successfulPlease wait for the admin to approve your registration. You will receive an email once your account is approved.',
    );
    expect(screen.getByText(/link in our email to nora@asks\.example/)).toBeTruthy();
    const { json } = await api.call('GET', '/api/users?email=nora@asks.example', { as: 'admin' });
    expect(json.data[0]).toMatchObject({ name: 'Nora New', status: 'pending' });
  });

  test('sends the fields of the specification, and keeps the input if it fails', async () => {
    const sent: unknown[] = [];
    const { user } = visit(
      api,
      '/register',
      msw.post('*/api/users/', async ({ request }) => {
        sent.push(
          request.headers.get('Accept-Language'),
          Object.keys((await request.json()) as object),
        );
        return HttpResponse.error();
      }),
    );
    await fill(user, asked);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of use' }));

    await user.click(screen.getByRole('button', { name: 'Register' }));

    const texts = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
    expect(texts.join()).toContain('Registration failedPlease get in touch with the admin.');
    expect(texts.join()).toContain('The server cannot be reached');
    expect((await input('Password')).value).toBe('seven green bicycles');
    const specified = ['name', 'email', 'organisation', 'password', 'acceptedTerms'];
    expect(sent).toEqual(['en', specified]);
  });

  test('shows refusals of the server at their fields until the user types again', async () => {
    const { user } = visit(
      api,
      '/register',
      msw.post('*/api/users/', () =>
        HttpResponse.json(
          { problems: [{ path: 'email', code: 'V011', message: 'is not an address' }] },
          { status: 422 },
        ),
      ),
    );
    await fill(user, asked);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of use' }));
    await user.click(screen.getByRole('button', { name: 'Register' }));

    const email = await input('Email');
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
    expect(email).toBe(document.activeElement);
    await user.type(email, 'x');

    expect(email.getAttribute('aria-invalid')).toBe('false');
  });
});

test('changes the language and keeps the input', async () => {
  const { user } = visit(api, '/register');
  await fill(user, { Name: 'Nora New' });

  await user.click(screen.getByRole('radio', { name: 'Deutsch' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Registrieren' })).toBeTruthy();
  expect((await input('Name')).value).toBe('Nora New');
});

test.each(['/register', '/forgotPassword', '/resetpassword/somebody/token'])(
  'redirects a signed-in user away from %s',
  async (path) => {
    await beSignedIn(api, 'staff');

    visit(api, path);

    await screen.findByRole('navigation', { name: 'Main menu' }, { timeout: 15_000 });
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  },
);
