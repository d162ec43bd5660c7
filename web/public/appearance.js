// Before the first paint: the theme and the language of the last visit, so that nothing flashes. web/session/appearance.ts writes them.
try {
  const { theme, language } = JSON.parse(localStorage.getItem('crocus.appearance') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (language === 'en' || language === 'fr') document.documentElement.lang = language
} catch {
  // No storage here: the system's theme it is.
}
