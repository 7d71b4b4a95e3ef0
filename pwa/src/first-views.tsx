/** Draws the first views for the build; see `build/first-view-html.ts`. */
import { renderToStaticMarkup } from 'react-dom/server';
import { AuthScreen } from './accounts/session/auth-screen.tsx';
import { SHELL_FIRST_VIEW } from './ground/navigation/first-view.tsx';
import { landingFirstViews } from './visitors/landing/first-view.tsx';
import { TEXT_VIEW } from './visitors/landing/text-view.tsx';
import { REQUEST_VIEWS } from './visitors/landing/request-view.tsx';

const nothing = () => {};

/** The page behind a referral link, by whose link it is (`kind`), with slots for the server to fill. */
export const landing = Object.fromEntries(
  landingFirstViews.map(({ kind, form, refused, sent }) => [
    kind,
    {
      form: renderToStaticMarkup(form),
      refused: renderToStaticMarkup(refused),
      sent: renderToStaticMarkup(sent),
    },
  ]),
);

/** The page on which a visitor follows a request, by how far it is. */
export const requests = Object.fromEntries(
  Object.entries(REQUEST_VIEWS).map(([stand, view]) => [stand, renderToStaticMarkup(view)]),
);

/** A page whose text the operator writes. */
export const text = { page: renderToStaticMarkup(TEXT_VIEW) };

/** The sign-in page, whose form only the app can send. */
export const auth = renderToStaticMarkup(
  <AuthScreen onIn={nothing} notice={undefined} />,
).replaceAll('type="submit"', 'type="submit" disabled');

/** Every other page. */
export const shell = renderToStaticMarkup(SHELL_FIRST_VIEW);
