/**
 * Runs before the first paint, as a classic script of its own, and is the one place that applies the
 * theme: at start, when the system changes, when another tab chooses, and on the event `themechange`.
 */
{
  const THEME_COLOURS = { light: '#ffc41f', dark: '#092429' };
  const system = matchMedia('(prefers-color-scheme: dark)');

  /** Private modes may refuse local storage; then the system decides. */
  const readChoice = (): string | null => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };
  const applyTheme = (): void => {
    const choice = readChoice();
    const isChosen = choice === 'light' || choice === 'dark';
    const theme = isChosen ? choice : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (meta) meta.content = THEME_COLOURS[theme];
  };

  applyTheme();
  system.addEventListener('change', applyTheme);
  addEventListener('storage', applyTheme);
  addEventListener('themechange', applyTheme);
}
