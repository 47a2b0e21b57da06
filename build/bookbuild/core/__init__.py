"""What every room needs: errors with places, settings, output folders, fonts, the machine."""
