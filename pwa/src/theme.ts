/**
 * Runs before the first paint, as a classic script in the page, and is the only place that applies the theme: at start,
 * when the system changes, when another tab chooses, and on the `themechange` event of ground/theme, whose detail is
 * the choice.
 */
{
  const THEME_COLOURS = { light: '#ffc41f', dark: '#092429' };
  const system = matchMedia('(prefers-color-scheme: dark)');

  /** Private modes may refuse local storage; then the system's theme applies. */
  const readChoice = (): unknown => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };
  let choice = readChoice();

  const applyTheme = (): void => {
    const byChoice = choice === 'light' || choice === 'dark' ? choice : null;
    const theme = byChoice ?? (system.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
    const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (meta) meta.content = THEME_COLOURS[theme];
  };

  // The frame of the app shows at once where it will stay (ui/first-view.css). The cookie is SIGNED_IN_COOKIE.
  const isPublic = /^\/(auth|refer)\b/.test(location.pathname);
  if (!isPublic && document.cookie.includes('sunloop.in=1'))
    document.documentElement.dataset.shell = '';
  applyTheme();
  system.addEventListener('change', applyTheme);
  addEventListener('storage', () => {
    choice = readChoice();
    applyTheme();
  });
  addEventListener('themechange', (event) => {
    choice = event instanceof CustomEvent ? event.detail : null;
    applyTheme();
  });
}
