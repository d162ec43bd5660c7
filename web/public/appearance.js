// Applies the theme and the language of the last visit before the first paint, so that nothing flashes. web/session/appearance.ts stores
// them.
try {
  const { theme, language } = JSON.parse(localStorage.getItem('crocus.appearance') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (language === 'en' || language === 'fr') document.documentElement.lang = language
} catch {
  // No storage here: the system's theme it is.
}
